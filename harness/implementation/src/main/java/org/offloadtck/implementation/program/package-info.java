/// A corpus program: what a front end makes of one OpenMP source, what its host part does, and what
/// must come out, as written down in `program.yaml`.
///
/// A [CorpusProgram] has three parts. The [TranslationUnit] is what a compiler lowers: buffers with
/// their declare-target clauses, target regions, and the host's sequence of [HostOperation]s with
/// the map operands a compiler emits for them. The [Expectation] gives inputs and results by rule,
/// with a tolerance per target and the document it comes from. [DeviceCode] says which files hold
/// the code of the target regions, per target and device ABI.
///
/// The rule: nothing here is computed that a compiler recorded. Kernel names carry the device and
/// file ids of the compilation that made the device code, and map operands are the compiler's.
///
/// Start at [ProgramReader].
@NullMarked
package org.offloadtck.implementation.program;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.implementation.program.reader.ProgramReader;
