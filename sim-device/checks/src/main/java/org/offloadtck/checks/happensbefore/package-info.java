/// The happens-before relation of a launch: barriers, fences, atomics and collective instructions
/// as vector clocks (PTX ISA §8.7, §8.8).
///
/// The one rule: what is uncertain counts as ordered, so that no race is reported that is none.
///
/// Start at [HappensBefore]; [CtaClocks] and [WarpClocks] hold the clocks, [SyncObject] the places
/// that threads synchronise at.
@NullMarked
package org.offloadtck.checks.happensbefore;

import org.jspecify.annotations.NullMarked;
