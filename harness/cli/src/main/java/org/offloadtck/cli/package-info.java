/// The command line: one class per command, and [OffloadTck] that dispatches.
///
/// The rule: a command parses its options, calls the harness and prints; it decides nothing.
/// Results go to standard output, progress and errors to standard error. Only this package writes
/// to them.
@NullMarked
package org.offloadtck.cli;

import org.jspecify.annotations.NullMarked;
