/// Steps of the stages that execute in the reference runtime: `registration`, `data-mapping`,
/// `kernel-launch` and the run time of `indirect-call`.
///
/// [ScenarioHostProgram] is the host program of a scenario; steps of all four stages use it, which
/// is why they share a package. Start there.
@NullMarked
package org.offloadtck.scenario.runtime;

import org.jspecify.annotations.NullMarked;
