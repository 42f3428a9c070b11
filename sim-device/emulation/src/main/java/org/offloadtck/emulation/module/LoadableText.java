package org.offloadtck.emulation.module;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.load.ModuleOutline;
import org.offloadtck.engine.load.ProgramLoadException;
import org.offloadtck.ptx.ir.PtxModule;

/// The PTX of an image, which is loaded into contexts.
sealed interface LoadableText {

    ModuleOutline outline();

    default PtxModule module() {
        return outline().module();
    }

    /// The error for a module that cannot be loaded.
    DriverCallException rejection(ProgramLoadException fault);

    /// An image that is PTX.
    record Ptx(ModuleOutline outline) implements LoadableText {

        @Override
        public DriverCallException rejection(ProgramLoadException fault) {
            return ModuleLoader.log("ptxas error   : " + fault.getMessage()).causedBy(fault);
        }
    }

    /// The PTX in a device ELF file.
    record Binary(ModuleOutline outline) implements LoadableText {

        @Override
        public DriverCallException rejection(ProgramLoadException fault) {
            return DriverCallException.of(DriverResult.INVALID_IMAGE, fault);
        }
    }
}
