/// PTX text: to tokens, to the values of [org.offloadtck.ptx.ir], and back.
///
/// The one rule: text that is not PTX raises [PtxSyntaxException] with line and column, and nothing
/// else is ever raised, whatever the text; an instruction that is merely unknown is kept. Reading
/// takes time and memory in proportion to the text, so no number in it is trusted as a size.
///
/// Start at [PtxParser].
@NullMarked
package org.offloadtck.ptx.text;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.object.ptx.PtxSyntaxException;
