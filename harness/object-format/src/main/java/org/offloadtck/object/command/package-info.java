/// The commands `check`, `inspect` and `pack` of `offload-tck`.
///
/// The rule: a command parses its options, calls the packages of this module and prints their
/// results; it decides nothing. The text and JSON forms are documented in `docs/inspect.md`.
///
/// Start at [CheckCommand].
@NullMarked
package org.offloadtck.object.command;

import org.jspecify.annotations.NullMarked;
