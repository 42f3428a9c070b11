/// Runs scenarios with Cucumber and turns its events into results.
///
/// [ScenarioRun] selects and runs scenarios. [ResultRecorder] listens to Cucumber's events;
/// [FeatureOutline] supplies the titles and example rows of the feature files; [ScenarioVerdict]
/// decides the verdict.
///
/// The rule: a failed step is a verdict on the implementation only if the failure is an assertion
/// or an exception of the stages; every other failure is `HARNESS_ERROR`. Start at
/// [ResultRecorder].
@NullMarked
package org.offloadtck.scenario.record;

import org.jspecify.annotations.NullMarked;
