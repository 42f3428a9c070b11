package org.offloadtck.emulation.module;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.CompilerRegisterLimit;
import org.offloadtck.engine.decode.ProgramLoadException;
import org.offloadtck.ptx.ir.PtxModule;

/// The PTX of an image, which is loaded into contexts.
sealed interface LoadableText {

    PtxModule module();

    /// The text as the compiler limits it, which compiles PTX only.
    default LoadableText limited(CompilerRegisterLimit limit) {
        return switch (this) {
            case Ptx(var module) -> new Ptx(limit.applyTo(module));
            case Binary binary -> binary;
        };
    }

    /// The error for a module that cannot be loaded.
    DriverCallException rejection(ProgramLoadException fault);

    /// An image that is PTX.
    record Ptx(PtxModule module) implements LoadableText {

        @Override
        public DriverCallException rejection(ProgramLoadException fault) {
            return ModuleLoader.log("ptxas error   : " + fault.getMessage()).causedBy(fault);
        }
    }

    /// The PTX in a device ELF file.
    record Binary(PtxModule module) implements LoadableText {

        @Override
        public DriverCallException rejection(ProgramLoadException fault) {
            return DriverCallException.of(DriverResult.INVALID_IMAGE, fault);
        }
    }
}
