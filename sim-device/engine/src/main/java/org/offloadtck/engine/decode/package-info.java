/// Decodes the functions of a module to [org.offloadtck.engine.code]: lays out their frames and
/// encodes their instructions.
///
/// The one rule: whatever does not depend on a launch is computed here, once. An instruction that
/// cannot be executed is decoded to an operation that faults and names the instruction.
///
/// The package has more than 15 types because each family of instructions has its decoder. Start at
/// [FunctionDecoder], which passes each instruction to the decoder of its family.
@NullMarked
package org.offloadtck.engine.decode;

import org.jspecify.annotations.NullMarked;
