/// Readers of the text forms of offloading code: LLVM IR of host and device, and PTX.
///
/// [CompiledModule] is the common model of both languages: symbols with linkage and visibility, and
/// the rows of `omp_offload.info`, sizes and small initial values. Of function bodies, only the
/// calls that launch and begin target regions are read. LLVM IR is read in the form that LLVM
/// prints, one entity of the module per line. The package has 20 types because the readers of the
/// parts of LLVM IR are package-private.
///
/// The rule: a reader states what the text contains; `check.module` decides what it should contain.
/// Text outside of function bodies that a reader does not know is an [IrSyntaxException] with its
/// line, never skipped silently.
///
/// Start at [CompiledModule#parse].
///
/// It has more than 15 types because each construct of a module that a check reads is a record.
@NullMarked
package org.offloadtck.object.ir;

import org.jspecify.annotations.NullMarked;
