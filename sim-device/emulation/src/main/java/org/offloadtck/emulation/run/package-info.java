/// What a run of an unmodified program did on the simulated GPU.
///
/// A [ProgramRun] is what `offload-tck exec` watches: its options, and every launch and finding of
/// the processes below it. [RunReport] is what it came to, as text and as JSON. The one rule: a
/// report says what happened and nothing of when or where, so that the same program has the same
/// report.
///
/// Start at [ProgramRun].
@NullMarked
package org.offloadtck.emulation.run;

import org.jspecify.annotations.NullMarked;
