package org.offloadtck.emulation.library;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.Resource;

/// A loaded library. Its module is loaded into a context when the context first needs it, as with
/// `CUDA_MODULE_LOADING=LAZY`.
public final class EmulatedLibrary implements Resource {

    private final long handle;
    private final LibraryCode code;
    private final Map<EmulatedContext, EmulatedModule> modules = new LinkedHashMap<>();
    private final Map<String, LibraryKernel> kernels = new LinkedHashMap<>();

    public EmulatedLibrary(long handle, LibraryCode code) {
        this.handle = handle;
        this.code = code;
    }

    @Override
    public long handle() {
        return handle;
    }

    public LibraryCode code() {
        return code;
    }

    /// Adds a kernel, in the order of the image.
    public void add(LibraryKernel kernel) {
        kernels.put(kernel.name(), kernel);
    }

    public List<LibraryKernel> kernels() {
        return List.copyOf(kernels.values());
    }

    public Optional<LibraryKernel> kernel(String name) {
        return Optional.ofNullable(kernels.get(name));
    }

    /// The module in a context, which is loaded at the first call.
    public EmulatedModule module(EmulatedContext context) {
        var known = modules.get(context);
        if (known != null) {
            return known;
        }
        var module = code.load(context);
        modules.put(context, module);
        return module;
    }

    /// The modules of all contexts, in the order in which they were loaded.
    public List<EmulatedModule> modules() {
        return List.copyOf(modules.values());
    }

    /// Forgets a module that was unloaded.
    public void forget(EmulatedModule module) {
        modules.remove(module.context(), module);
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return false;
    }
}
