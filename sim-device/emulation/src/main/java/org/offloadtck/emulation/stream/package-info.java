/// Driver functions for streams, events, kernel launches and graphs, with their attributes and
/// memory.
///
/// [LaunchValidation] checks the arguments of a launch; the launch is then submitted to the command
/// queue, or becomes a node of a [graph][org.offloadtck.emulation.graph].
///
/// The rule: a call that the driver rejects has no effect on a stream.
///
/// It has more than 15 types because streams, launches and graphs use each other's arguments.
///
/// Start at [LaunchHandlers].
@NullMarked
package org.offloadtck.emulation.stream;

import org.jspecify.annotations.NullMarked;
