/// What the commands of the kit share.
///
/// A command is a [Subcommand], a picocli class in the module whose work it does. The rule: a
/// command parses its words into typed values, calls the library, and prints; it decides nothing.
/// Results go to standard output, progress and errors to standard error. A wrong command line or an
/// unreadable file is reported in one line with what was expected ([UsageError],
/// [UnreadableInputException], [UnwritableOutputException]) and [ExitCode#USAGE];
/// [ExitCode#UNEXPECTED] is for what was judged.
///
/// Start at [Subcommand].
@NullMarked
package org.offloadtck.command;

import org.jspecify.annotations.NullMarked;
