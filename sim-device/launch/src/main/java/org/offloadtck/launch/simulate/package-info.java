/// The simulation of one kernel of PTX files, without a host program, driver or runtime.
///
/// The one rule: the whole request is validated before the kernel runs, and an invalid request is a
/// [SimulationException] with a message of one line. A fault of device code is not an exception but
/// part of the result, [SimulationReport].
///
/// It has more than 15 types because the request, its arguments and the report are records of their
/// own.
///
/// Start at [Simulation].
@NullMarked
package org.offloadtck.launch.simulate;

import org.jspecify.annotations.NullMarked;
