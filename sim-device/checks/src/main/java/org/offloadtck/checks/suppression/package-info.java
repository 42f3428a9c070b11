/// Suppressions: known defects of toolchains as data, and the matcher that recognises their
/// findings.
///
/// The one rule: names of a toolchain are in suppression files, never in code. A suppression
/// matches typed findings, never text.
///
/// Start at [Suppressions]; `device-runtimes.yaml` explains the fields.
@NullMarked
package org.offloadtck.checks.suppression;

import org.jspecify.annotations.NullMarked;
