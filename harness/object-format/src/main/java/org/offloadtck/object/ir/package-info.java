/// What a compilation for offloading leaves as text: LLVM IR of the host and of a device, and PTX.
///
/// [CompiledModule] is what both languages are reduced to: symbols with their linkage and
/// visibility, and the rows of `omp_offload.info`. Function bodies and initial values are skipped.
/// LLVM IR is read in the form in which LLVM prints it, an entity of the module in a line.
///
/// The rule: a reader says what stands there, [DeviceModuleCheck] what should. What a reader does
/// not understand outside of bodies is an [IrSyntaxException] with its line; nothing is passed over
/// in silence.
///
/// Start with [CompiledModule#parse].
@NullMarked
package org.offloadtck.object.ir;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.object.check.module.DeviceModuleCheck;
