package org.offloadtck.ptx.text;

import java.util.List;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.text.declaration.PtxWarning;

/// Parses PTX text of releases 6.0 to 9.0.
///
/// Requirements: SD-01, SD-03.
public final class PtxParser {

    private PtxParser() {}

    /// A parsed module with warnings about unknown instructions and directives.
    ///
    /// @param warnings in the order of the text
    public record Reading(PtxModule module, List<PtxWarning> warnings) {

        public Reading {
            warnings = List.copyOf(warnings);
        }
    }

    /// Parses `text`.
    ///
    /// Debug sections are skipped and `.loc` is kept. An instruction that is not in the instruction
    /// table is kept as [org.offloadtck.ptx.ir.Instruction.Opaque], with a warning. An unknown
    /// directive is skipped up to its semicolon or closing brace, with a warning.
    ///
    /// @throws PtxSyntaxException if the text is not PTX
    public static Reading read(String source, String text) {
        return new ModuleParser(new PtxText(source, text)).read();
    }

    /// Parses as [#read] does, and discards the warnings.
    ///
    /// @throws PtxSyntaxException if the text is not PTX
    public static PtxModule parse(String source, String text) {
        return read(source, text).module();
    }
}
