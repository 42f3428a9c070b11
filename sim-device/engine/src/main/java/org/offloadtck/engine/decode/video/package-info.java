/// Video instructions: arithmetic on words, halves and bytes of registers (PTX ISA §9.7.16).
///
/// The one rule: an instruction becomes one function of its three operands, lane by lane.
///
/// Start at [VideoInstruction].
@NullMarked
package org.offloadtck.engine.decode.video;

import org.jspecify.annotations.NullMarked;
