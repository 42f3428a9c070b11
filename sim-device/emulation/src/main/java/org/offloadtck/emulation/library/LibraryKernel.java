package org.offloadtck.emulation.library;

import java.util.LinkedHashMap;
import java.util.Map;
import org.offloadtck.emulation.kernel.ConfiguredKernel;
import org.offloadtck.emulation.kernel.KernelSettings;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.resource.Resource;

/// A kernel of a library (`CUkernel`).
public final class LibraryKernel implements Resource {

    private final long handle;
    private final EmulatedLibrary library;
    private final String name;
    private final Map<EmulatedDevice, KernelSettings> settings = new LinkedHashMap<>();

    public LibraryKernel(long handle, EmulatedLibrary library, String name) {
        this.handle = handle;
        this.library = library;
        this.name = name;
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedLibrary library() {
        return library;
    }

    public String name() {
        return name;
    }

    /// The function in a context, into which the library is loaded if it is not.
    public KernelFunction function(EmulatedContext context) {
        return library.code().function(library.module(context), name);
    }

    /// The kernel as a device would run it, whether or not it has a context there.
    public ConfiguredKernel configured(EmulatedDevice device) {
        return library.code().configured(this, device);
    }

    /// What `cuKernelSetAttribute` has set for a device.
    public KernelSettings settings(EmulatedDevice device) {
        return settings.computeIfAbsent(device, _ -> new KernelSettings());
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return false;
    }
}
