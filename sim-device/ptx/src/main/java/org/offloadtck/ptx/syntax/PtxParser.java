package org.offloadtck.ptx.syntax;

import org.offloadtck.ptx.ir.PtxModule;

/// Reads PTX text, releases 6.0 to 9.0.
public final class PtxParser {

    private PtxParser() {}

    /// Reads `text`, which diagnostics call `source`.
    ///
    /// Debug sections are passed over and `.loc` is kept. Instructions that the table does not know
    /// are kept as [org.offloadtck.ptx.ir.Instruction.Opaque].
    ///
    /// @throws PtxSyntaxException if the text is not PTX
    public static PtxModule parse(String source, String text) {
        return new ModuleParser(new PtxText(source, text)).read();
    }
}
