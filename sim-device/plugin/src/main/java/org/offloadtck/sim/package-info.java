/// The simulated GPU as a device plugin, and the assembler and linker of its images.
///
/// An image is a device container: PTX in an ELF file. [PtxAssembler] wraps one module's text,
/// [PtxImageLinker] joins containers into an executable one, [SimulatedDevicePlugin] offers the
/// device that runs it. The one rule: everything here translates between the SPI, the container and
/// the simulator, and decides nothing any of them could.
///
/// Start at [SimulatedDevicePlugin].
@NullMarked
package org.offloadtck.sim;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.sim.container.PtxAssembler;
import org.offloadtck.sim.container.PtxImageLinker;
