/// What a device executes for an instruction of PTX.
///
/// PTX is not what devices execute: an assembler makes of one instruction none, one or dozens, and
/// where it makes dozens (a division, a square root, 64-bit integers) time is lost that counting
/// PTX would not see. How many instructions each form becomes, on which execution units, and how
/// long their result takes is a row of `sequences.csv`, with its basis and source.
///
/// The one rule: every instruction that the front end decodes has a sequence.
///
/// Start at [Lowering].
@NullMarked
package org.offloadtck.timing.lowering;

import org.jspecify.annotations.NullMarked;
