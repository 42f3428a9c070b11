/// The command line: one class per command, and [OffloadTck] that dispatches.
///
/// The rule: a command parses its options, calls the harness and prints; it decides nothing.
/// Results go to standard output, progress and errors to standard error. Only this package writes
/// to them. What is wrong with a command line or a file is told in one line, with what was asked
/// for and what there could be ([UsageError], [UnreadableInputException],
/// [UnwritableOutputException]), and is status 2; 1 is for what was judged.
///
/// A new command is a class in the list of [Commands]; take [DevicesCommand] as the pattern.
@NullMarked
package org.offloadtck.cli;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.command.UnreadableInputException;
import org.offloadtck.command.UnwritableOutputException;
import org.offloadtck.command.UsageError;
