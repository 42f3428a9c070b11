package org.offloadtck.emulation.library;

import java.util.List;
import org.offloadtck.emulation.kernel.ConfiguredKernel;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.engine.code.CallSite.FrameSlot;

/// The code of a library, which modules and kernels are made of. The package of the loader, which
/// needs the session, implements it.
public interface LibraryCode {

    /// The names of its kernels, in the order of the image.
    List<String> kernels();

    /// The places of the parameters of a kernel, which need not be decoded.
    List<FrameSlot> parameters(String kernel);

    /// Loads it into a context.
    EmulatedModule load(EmulatedContext context);

    /// The function of a kernel in a module that was loaded.
    KernelFunction function(EmulatedModule module, String kernel);

    /// A kernel as a device would run it.
    ConfiguredKernel configured(LibraryKernel kernel, EmulatedDevice device);
}
