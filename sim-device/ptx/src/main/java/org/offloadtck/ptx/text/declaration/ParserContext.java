package org.offloadtck.ptx.text.declaration;

import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.opcode.MnemonicMatcher;

/// The state that all parsers of one module share: the rest of the text, and what was declared so
/// far.
public record ParserContext(
        TokenStream tokens,
        ModuleSymbols symbols,
        DebugLineParser lines,
        MnemonicMatcher table,
        WarningLog warnings) {

    public static ParserContext of(PtxText text) {
        var tokens = new TokenStream(text);
        return new ParserContext(
                tokens,
                new ModuleSymbols(text),
                new DebugLineParser(tokens, new DebugNames(text)),
                new MnemonicMatcher(),
                new WarningLog(text));
    }

    /// A state for parsing a part of the same text again, with all that the module declares.
    ///
    /// @param first token of the part
    public ParserContext at(PtxToken first) {
        var part = tokens.at(first);
        return new ParserContext(
                part, symbols, lines.reading(part), new MnemonicMatcher(), warnings.another());
    }
}
