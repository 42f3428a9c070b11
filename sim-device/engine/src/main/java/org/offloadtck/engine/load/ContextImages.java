package org.offloadtck.engine.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;

/// The images that are loaded in a context. A kernel of one can call functions of the others
/// through pointers, each with the variables of its own image.
///
/// A kernel that can call through pointers is launched with a joined program: the code of its
/// image, then that of the other images with functions that a pointer may point to. Addresses,
/// program counters and the kernel's resources are those of its image. Offsets in shared memory,
/// and in local memory of variables of a module, are those of each function's own image, since a
/// loader of cubins does not relocate them.
///
/// Thread-safe: its monitor guards the images.
public final class ContextImages {

    private final GlobalMemory memory;
    private final Set<LoadedModule> images = new LinkedHashSet<>();
    private final Map<LoadedModule, Joined> joined = new LinkedHashMap<>();

    private record Joined(List<LoadedModule> callees, LoadedProgram program) {}

    public ContextImages(GlobalMemory memory) {
        this.memory = memory;
    }

    /// Loads an image.
    ///
    /// @throws ProgramLoadException if its variables do not fit or cannot be initialised
    public synchronized LoadedModule load(ModuleOutline module) {
        var image = ProgramLoader.image(module, memory);
        images.add(image);
        return image;
    }

    /// Frees the variables of an image. No kernel of the context may run.
    public synchronized void unload(LoadedModule image) {
        images.remove(image);
        joined.remove(image);
        joined.values().removeIf(each -> each.callees().contains(image));
        image.unload();
    }

    /// The program to launch a kernel of an image with: that of the image, or a program that it is
    /// joined in.
    public synchronized LoadedProgram executable(LoadedModule image, DecodedFunction kernel) {
        if (images.size() < 2 || !image.callsPointers(kernel.name())) {
            return image.program(kernel.name());
        }
        var callees =
                images.stream().filter(other -> other != image && other.isCallable()).toList();
        if (callees.isEmpty()) {
            return image.program(kernel.name());
        }
        var known = joined.get(image);
        if (known == null || !known.callees().equals(callees)) {
            known = new Joined(callees, join(image, callees));
            joined.put(image, known);
        }
        return known.program();
    }

    private static LoadedProgram join(LoadedModule image, List<LoadedModule> callees) {
        var code = new CodeBuilder();
        var functions = new ArrayList<DecodedFunction>();
        image.decode(code, functions);
        callees.forEach(callee -> callee.decode(code, functions));
        var programs = callees.stream().map(LoadedModule::whole).toList();
        return image.whole().joinedWith(programs, code.build(), functions);
    }
}
