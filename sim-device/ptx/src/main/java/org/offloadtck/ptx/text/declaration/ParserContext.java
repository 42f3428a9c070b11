package org.offloadtck.ptx.text.declaration;

import org.offloadtck.object.ptx.PtxText;
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
                new DebugLineParser(tokens, text),
                new MnemonicMatcher(),
                new WarningLog(text));
    }
}
