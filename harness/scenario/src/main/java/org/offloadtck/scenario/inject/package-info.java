/// Makes the objects of one scenario. [ScenarioObjects] is all there is.
@NullMarked
package org.offloadtck.scenario.inject;

import org.jspecify.annotations.NullMarked;
