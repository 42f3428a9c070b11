package org.offloadtck.linker.executable;

import java.util.List;
import org.offloadtck.linker.resolution.OutputSectionPart;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// A section of the executable: the parts with one section name, one after another.
///
/// @param flags the union of the parts' flags that concern a loader
/// @param alignment the greatest alignment of the parts, in bytes
/// @param size in memory, in bytes
record OutputSection(
        String name, SectionType type, long flags, long alignment, List<Piece> pieces, long size) {

    OutputSection {
        pieces = List.copyOf(pieces);
    }

    /// A part with its offset.
    ///
    /// @param offset in the output section, in bytes
    record Piece(OutputSectionPart part, long offset) {}

    boolean has(SectionFlag flag) {
        return flag.in(flags);
    }

    boolean isLoaded() {
        return has(SectionFlag.ALLOC);
    }
}
