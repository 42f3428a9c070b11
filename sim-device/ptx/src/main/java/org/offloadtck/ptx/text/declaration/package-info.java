/// Parsers of declarations: variables with initialisers, function signatures, debug lines, unknown
/// directives; and the state that all parsers of a module share.
///
/// The one rule: a parser takes its input from one token stream, and leaves the stream behind the
/// last token of what it parsed.
///
/// Start at [ParserContext], then [VariableParser] and [SignatureParser].
@NullMarked
package org.offloadtck.ptx.text.declaration;

import org.jspecify.annotations.NullMarked;
