/// Turns what Cucumber says of a run into a `ResultDocument`: [ResultRecorder] listens,
/// [FeatureOutline] knows titles and example rows, [ScenarioVerdict] decides the verdict.
///
/// The rule: a failed step is a verdict on the implementation only if the failure is an assertion
/// or one of the stages' own exceptions; anything else is `HARNESS_ERROR`.
@NullMarked
package org.offloadtck.scenario.record;

import org.jspecify.annotations.NullMarked;
