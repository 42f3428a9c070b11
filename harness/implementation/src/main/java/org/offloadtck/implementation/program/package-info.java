/// A corpus program: the translation unit of one OpenMP source, the operations of its host part,
/// and its expected results, as described in `program.yaml`.
///
/// A [CorpusProgram] has three parts. The [TranslationUnit] is what a compiler lowers: buffers with
/// their declare-target clauses, target regions, and the host's sequence of [HostOperation]s with
/// the map operands that a compiler emits for them. The [Expectation] specifies inputs and results
/// by rule, with a tolerance for each target and the document it comes from. [DeviceCode] names the
/// files with the code of the target regions, by target and device ABI.
///
/// The rule: values that a compiler recorded are never computed. Kernel names have the device and
/// file ids of the compilation that made the device code, and map operands are the compiler's.
///
/// Start at [CorpusProgram].
@NullMarked
package org.offloadtck.implementation.program;

import org.jspecify.annotations.NullMarked;
