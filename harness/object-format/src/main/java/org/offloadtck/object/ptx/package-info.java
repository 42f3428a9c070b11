/// PTX text as tokens (PTX ISA §4).
///
/// The one rule: every character of the text belongs to a token, a comment or white space, or
/// raises a [PtxSyntaxException] with line and column. Tokens are read one at a time, in one pass.
///
/// Start at [PtxLexer].
@NullMarked
package org.offloadtck.object.ptx;

import org.jspecify.annotations.NullMarked;
