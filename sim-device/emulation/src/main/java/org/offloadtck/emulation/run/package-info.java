/// Runs of `offload-tck exec`: their options, what their processes did, and the report.
///
/// A [ProgramRun] collects the launches and findings of its processes, which join it through the
/// [RunRegistry]. [RunReport] is the result, as text and as JSON (`run-1.schema.json`).
///
/// The rule: a report contains no times of day, process ids or addresses of the host, so that the
/// same program gives the same report.
///
/// Start at [ProgramRun].
///
/// The package has more than 15 types because a run, its options and the two forms of its report
/// share the same parts.
@NullMarked
package org.offloadtck.emulation.run;

import org.jspecify.annotations.NullMarked;
