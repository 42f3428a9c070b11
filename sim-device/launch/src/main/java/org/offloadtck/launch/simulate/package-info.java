/// A kernel of PTX files by itself: no program, no driver, no runtime around it.
///
/// The one rule: what is asked for is checked whole before anything runs, and what cannot be done
/// is said in one line, by [SimulationException]. What device code does wrong is no exception but a
/// result, [SimulationReport].
///
/// Start at [Simulation].
@NullMarked
package org.offloadtck.launch.simulate;

import org.jspecify.annotations.NullMarked;
