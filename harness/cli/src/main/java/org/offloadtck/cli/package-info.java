/// The command line: [OffloadTck] dispatches to the commands that other modules provide.
///
/// The rule: nothing here knows a command or a device by name. [Commands] finds both kinds of
/// programs by their service files, [org.offloadtck.command.Subcommand] and
/// [org.offloadtck.command.StandalonePrograms]. The module makes the runnable jar of the kit, and
/// holds the tests that look at all modules at once.
@NullMarked
package org.offloadtck.cli;

import org.jspecify.annotations.NullMarked;
