/// Checks of a link for defects that no toolchain reports and that appear only at run time.
///
/// [EntryCoverage] finds offload entries that no descriptor registers, or whose layout the runtime
/// does not read; [ImageCoverage] finds entries that a device image lacks; [TargetReferences] finds
/// host objects that depend on a device target. [RegisteredDescriptor] reads from a linked program
/// what its wrapper objects register.
///
/// The rule: a check never fails a link. Its result is a list of diagnostics, each with the object,
/// the section or symbol, and the profiles that would fit.
///
/// Start at [LinkChecks].
@NullMarked
package org.offloadtck.linker.check;

import org.jspecify.annotations.NullMarked;
