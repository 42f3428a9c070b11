package org.offloadtck.engine.decode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.engine.analysis.AddressTakenFunctions;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.PtxModule;

/// The images that are loaded in a context. A kernel of one can call functions of the others
/// through pointers, each with the variables of its own image.
///
/// Each image is a program. A kernel that can call through pointers is launched with a joined
/// program: the code of its image, then that of the other images with functions that a pointer may
/// point to. Addresses, program counters and the kernel's resources are those of its image. Offsets
/// in shared memory, and in local memory of variables of a module, are those of each function's own
/// image, since a loader of cubins does not relocate them.
///
/// Thread-safe: its monitor guards the images.
public final class ContextImages {

    private final GlobalMemory memory;
    private final Map<LoadedProgram, ProgramLoader> images = new LinkedHashMap<>();
    private final Map<LoadedProgram, LoadedProgram> joined = new LinkedHashMap<>();

    public ContextImages(GlobalMemory memory) {
        this.memory = memory;
    }

    /// Loads an image.
    ///
    /// @throws ProgramLoadException if its variables do not fit or cannot be initialised
    public synchronized LoadedProgram load(PtxModule module) {
        var loader = new ProgramLoader(module, memory);
        var image = loader.load();
        images.put(image, loader);
        return image;
    }

    /// Frees the variables of an image. No kernel of the context may run.
    public synchronized void unload(LoadedProgram image) {
        images.remove(image);
        joined.remove(image);
        joined.values().removeIf(program -> program.callees().contains(image));
        image.unload();
    }

    /// The program to launch a kernel of an image with: the image, or a program that it is joined
    /// in.
    public synchronized LoadedProgram executable(LoadedProgram image, DecodedFunction kernel) {
        if (images.size() < 2 || !image.callsPointers(kernel)) {
            return image;
        }
        var callees =
                images.keySet().stream()
                        .filter(other -> other != image && isCallable(other))
                        .toList();
        if (callees.isEmpty()) {
            return image;
        }
        var known = joined.get(image);
        if (known == null || !known.callees().equals(callees)) {
            known = join(image, callees);
            joined.put(image, known);
        }
        return known;
    }

    /// Whether a pointer may point to a function of an image.
    private static boolean isCallable(LoadedProgram image) {
        return image.analysis(
                        Callable.class,
                        each -> new Callable(!AddressTakenFunctions.of(each).isEmpty()))
                .value();
    }

    /// Whether a function of a program is address-taken, among what the program keeps.
    private record Callable(boolean value) {}

    private LoadedProgram join(LoadedProgram image, List<LoadedProgram> callees) {
        var code = new CodeBuilder();
        var functions = new ArrayList<DecodedFunction>();
        loader(image).decode(code, functions);
        callees.forEach(callee -> loader(callee).decode(code, functions));
        return image.joinedWith(callees, code.build(), functions);
    }

    private ProgramLoader loader(LoadedProgram image) {
        var loader = images.get(image);
        if (loader == null) {
            throw new IllegalStateException("%s is not loaded".formatted(image.source()));
        }
        return loader;
    }
}
