/// The options, the events and the results of a launch.
///
/// [LaunchOptions] are limits, an observer, the execution strategy, host threads; the results of a
/// launch do not depend on them. A [LaunchObserver] receives each instruction and each access, or
/// whole compiled blocks ([BlockExecution]). A launch returns a [LaunchOutcome] or throws a
/// [KernelFaultException].
///
/// The one rule: counters, output and faults are a function of the program, the arguments and the
/// initial memory. They are the same on every host, for every execution strategy and every number
/// of host threads.
///
/// Start at [LaunchOptions] and [LaunchObserver].
///
/// The package has more than 15 types because the events of instructions, of blocks and of regions
/// are one interface with the options and results of the launch.
@NullMarked
package org.offloadtck.engine.launch;

import org.jspecify.annotations.NullMarked;
