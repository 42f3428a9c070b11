package org.offloadtck.ptx.text;

import java.util.List;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.text.declaration.PtxWarning;

/// Reads PTX text, releases 6.0 to 9.0.
public final class PtxParser {

    private PtxParser() {}

    /// What a text says, and what of it was not understood.
    ///
    /// @param warnings in the order of the text
    public record Reading(PtxModule module, List<PtxWarning> warnings) {

        public Reading {
            warnings = List.copyOf(warnings);
        }
    }

    /// Reads `text`, which diagnostics call `source`.
    ///
    /// Debug sections are passed over and `.loc` is kept. Instructions that the table does not know
    /// are kept as [org.offloadtck.ptx.ir.Instruction.Opaque], each with a warning; directives that
    /// are unknown are passed over with one, up to their semicolon or closing brace.
    ///
    /// @throws PtxSyntaxException if the text is not PTX
    public static Reading read(String source, String text) {
        return new ModuleParser(new PtxText(source, text)).read();
    }

    /// As [#read], without the warnings.
    ///
    /// @throws PtxSyntaxException if the text is not PTX
    public static PtxModule parse(String source, String text) {
        return read(source, text).module();
    }
}
