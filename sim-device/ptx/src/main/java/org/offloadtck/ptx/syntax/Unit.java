package org.offloadtck.ptx.syntax;

/// The translation unit being read: what is left of its text, and what it has said so far.
record Unit(
        Tokens tokens,
        ModuleSymbols symbols,
        DebugLines lines,
        InstructionTable table,
        Warnings warnings) {

    static Unit of(PtxText text) {
        var tokens = new Tokens(text);
        return new Unit(
                tokens,
                new ModuleSymbols(text),
                new DebugLines(tokens, text),
                new InstructionTable(),
                new Warnings(text));
    }
}
