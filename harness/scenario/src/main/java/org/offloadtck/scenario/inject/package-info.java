/// Makes the objects of one scenario: step classes, and what their constructors ask for, one of
/// each.
///
/// The rule: nothing outlives its scenario, and what a constructor throws is the scenario's to
/// answer for. [ScenarioObjects] is all there is; ADR 6 says why it is ours.
@NullMarked
package org.offloadtck.scenario.inject;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.scenario.world.ScenarioObjects;
