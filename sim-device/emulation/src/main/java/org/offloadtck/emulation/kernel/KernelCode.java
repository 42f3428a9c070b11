package org.offloadtck.emulation.kernel;

import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.load.LoadedModule;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.UnsupportedKernelException;

/// Decodes kernels, each when it is first asked for.
public final class KernelCode {

    private KernelCode() {}

    /// The decoded kernel of that name.
    ///
    /// @throws DriverCallException if it is not supported
    public static Optional<DecodedFunction> of(LoadedModule image, String name) {
        try {
            return image.kernel(name);
        } catch (UnsupportedKernelException fault) {
            throw DriverCallException.misuse(
                            DriverResult.NOT_SUPPORTED, String.valueOf(fault.getMessage()))
                    .causedBy(fault);
        }
    }
}
