package org.offloadtck.emulation.module;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.emulation.kernel.ConfiguredKernel;
import org.offloadtck.emulation.library.LibraryCode;
import org.offloadtck.emulation.library.LibraryKernel;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.engine.program.LoadedProgram;

/// The image of a library. It is read and decoded once for each device, which may select different
/// images of a fat binary.
final class LibraryImage implements LibraryCode {

    private final ModuleLoader loader;
    private final KernelLookup lookup;
    private final String name;
    private final byte[] image;
    private final List<String> kernels;
    private final Map<EmulatedDevice, Decoded> decoded = new LinkedHashMap<>();

    private record Decoded(LoadableText text, LoadedProgram program) {}

    /// Reads the image for the first device, whose kernels are those of the library.
    ///
    /// @param name of its file; empty if it is loaded from memory
    /// @throws org.offloadtck.emulation.api.DriverCallException if the device cannot run it
    LibraryImage(DriverState state, ModuleLoader loader, String name, byte[] image) {
        this.loader = loader;
        this.lookup = new KernelLookup(state);
        this.name = name;
        this.image = image;
        this.kernels = KernelLookup.names(decoded(state.devices().getFirst()).text().module());
    }

    private Decoded decoded(EmulatedDevice device) {
        var known = decoded.get(device);
        if (known != null) {
            return known;
        }
        var text = loader.read(device, name, image);
        var read = new Decoded(text, loader.decode(text));
        decoded.put(device, read);
        return read;
    }

    @Override
    public List<String> kernels() {
        return kernels;
    }

    @Override
    public EmulatedModule load(EmulatedContext context) {
        return loader.load(context, decoded(context.device()).text());
    }

    @Override
    public KernelFunction function(EmulatedModule module, String kernel) {
        return lookup.function(module, kernel);
    }

    @Override
    public ConfiguredKernel configured(LibraryKernel kernel, EmulatedDevice device) {
        var read = decoded(device);
        var text = read.text().module();
        var code =
                KernelLookup.kernel(read.program(), kernel.name())
                        .orElseThrow(() -> KernelLookup.noKernel(kernel.name(), text));
        return new ConfiguredKernel(code, text, device.spec(), kernel.settings(device));
    }
}
