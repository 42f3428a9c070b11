/// PTX text to a [org.offloadtck.ptx.ir.PtxModule] and back.
///
/// The one rule: text that is not PTX raises
/// [PtxSyntaxException][org.offloadtck.object.ptx.PtxSyntaxException] with line and column, and no
/// text raises anything else. An unknown instruction or directive is a warning. Parsing takes time
/// and memory in proportion to the text, so no number in it is trusted as a size.
///
/// Start at [PtxParser] and [PtxPrinter].
@NullMarked
package org.offloadtck.ptx.text;

import org.jspecify.annotations.NullMarked;
