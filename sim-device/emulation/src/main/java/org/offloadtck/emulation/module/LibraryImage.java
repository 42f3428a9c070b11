package org.offloadtck.emulation.module;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.emulation.kernel.CompilerRegisterLimit;
import org.offloadtck.emulation.kernel.ConfiguredKernel;
import org.offloadtck.emulation.kernel.KernelCode;
import org.offloadtck.emulation.library.LibraryCode;
import org.offloadtck.emulation.library.LibraryKernel;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.load.LoadedModule;

/// The image of a library. It is read once for each device, which may select different images of a
/// fat binary.
final class LibraryImage implements LibraryCode {

    private final ModuleLoader loader;
    private final List<EmulatedDevice> devices;
    private final KernelLookup lookup;
    private final String name;
    private final byte[] image;
    private final List<String> kernels;
    private final Map<EmulatedDevice, Read> known = new LinkedHashMap<>();

    /// @param program without memory of its variables
    private record Read(LoadableText text, LoadedModule program) {}

    /// Reads the image for the first device, whose kernels are those of the library.
    ///
    /// @param name of its file; empty if it is loaded from memory
    /// @throws org.offloadtck.emulation.api.DriverCallException if the device cannot run it
    LibraryImage(DriverState state, ModuleLoader loader, String name, byte[] image) {
        this.loader = loader;
        this.lookup = new KernelLookup(state);
        this.name = name;
        this.image = image;
        this.devices = state.devices();
        this.kernels = KernelLookup.names(read(first()).text().module());
    }

    private EmulatedDevice first() {
        return devices.getFirst();
    }

    private Read read(EmulatedDevice device) {
        var earlier = known.get(device);
        if (earlier != null) {
            return earlier;
        }
        var text = loader.read(device, name, image, CompilerRegisterLimit.NONE);
        var read = new Read(text, loader.withoutMemory(text));
        known.put(device, read);
        return read;
    }

    @Override
    public List<String> kernels() {
        return kernels;
    }

    @Override
    public List<FrameSlot> parameters(String kernel) {
        return read(first()).program().parameters(kernel);
    }

    @Override
    public EmulatedModule load(EmulatedContext context) {
        return loader.load(context, read(context.device()).text());
    }

    @Override
    public KernelFunction function(EmulatedModule module, String kernel) {
        return lookup.function(module, kernel);
    }

    @Override
    public ConfiguredKernel configured(LibraryKernel kernel, EmulatedDevice device) {
        var read = read(device);
        var text = read.text().module();
        var code =
                KernelCode.of(read.program(), kernel.name())
                        .orElseThrow(() -> KernelLookup.noKernel(kernel.name(), text));
        return new ConfiguredKernel(code, text, device.spec(), kernel.settings(device));
    }
}
