/// The assembler and the linker of device containers: PTX in an ELF file.
///
/// [PtxAssembler] wraps the text of one module and lists its symbols, [PtxImageLinker] links
/// containers into an executable one. The one rule: PTX text of a single module is never changed;
/// only a link of several modules prints new text.
///
/// Start at [PtxImageLinker].
@NullMarked
package org.offloadtck.sim.container;

import org.jspecify.annotations.NullMarked;
