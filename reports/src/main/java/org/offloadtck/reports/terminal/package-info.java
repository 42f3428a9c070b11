/// The result of a run as text for a terminal.
///
/// The rule: plain characters in aligned columns and no colour, so that it reads the same in a pipe
/// and in a log.
@NullMarked
package org.offloadtck.reports.terminal;

import org.jspecify.annotations.NullMarked;
