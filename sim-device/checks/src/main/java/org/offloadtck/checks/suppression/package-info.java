/// Suppressions: known defects of toolchains as data, and the matchers that recognise their
/// findings, which are not reported, and their faults, which they explain ([KnownFault]).
///
/// The one rule: names of a toolchain are in suppression files, never in code. A row matches typed
/// findings and faults, never text.
///
/// Start at [Suppressions]; `device-runtimes.yaml` explains the fields.
@NullMarked
package org.offloadtck.checks.suppression;

import org.jspecify.annotations.NullMarked;
