/// Loads a PTX module: places its variables in memory, lays out shared memory and frames, adds the
/// functions that the device provides, and decodes functions to [org.offloadtck.engine.code] when a
/// kernel that can reach them is first used.
///
/// The one rule: whatever does not depend on a launch is computed here, once. An instruction that
/// cannot be executed does not prevent loading; it is decoded to an operation that faults and names
/// the instruction.
///
/// It has more than 15 types because each family of instructions has its decoder.
///
/// Start at [ProgramLoader], then [FunctionDecoder], which passes each instruction to the decoder
/// of its family.
@NullMarked
package org.offloadtck.engine.decode;

import org.jspecify.annotations.NullMarked;
