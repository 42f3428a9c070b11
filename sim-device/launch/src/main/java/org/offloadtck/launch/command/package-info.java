/// The command `offload-tck simulate`.
///
/// The one rule: the command parses its words into the typed values of
/// [org.offloadtck.launch.simulate], calls the library and prints; messages about words name the
/// option.
///
/// Start at [SimulateCommand].
@NullMarked
package org.offloadtck.launch.command;

import org.jspecify.annotations.NullMarked;
