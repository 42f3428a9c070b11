package org.offloadtck.linker.executable;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.linker.executable.OutputSection.Piece;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.OutputSectionName;
import org.offloadtck.linker.resolution.OutputSectionPart;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.object.elf.build.ElfExecutableAssembler;
import org.offloadtck.object.elf.model.SectionFlag;

/// Merges the parts with one section name into an output section, in input order; the arrays of
/// constructors and destructors by priority.
///
/// Mergeable strings are concatenated, not merged, which the generic ABI allows. Parts without
/// bytes in the file never join parts with bytes, so an executable exceeds the size of its inputs
/// by no more than alignment.
final class OutputSections {

    /// The greatest alignment that is supported, in bytes: a page.
    private static final long GREATEST_ALIGNMENT = ElfExecutableAssembler.PAGE;

    /// The extent of the small code model, in bytes. Source: x86-64 psABI 1.0, 3.5.1, "small code
    /// model".
    static final long GREATEST_SIZE = Integer.MAX_VALUE;

    private static final long LOADER_FLAGS =
            SectionFlag.mask(SectionFlag.WRITE, SectionFlag.ALLOC, SectionFlag.EXECINSTR);

    private OutputSections() {}

    private record Key(String name, boolean occupiesFile) {}

    /// Merges parts into output sections.
    ///
    /// @throws LinkException for an alignment or a size that is not supported
    static List<OutputSection> merge(List<OutputSectionPart> parts) {
        SequencedMap<Key, List<OutputSectionPart>> groups = new LinkedHashMap<>();
        for (OutputSectionPart part : parts) {
            check(part);
            var key = new Key(OutputSectionName.of(part.name()), part.type().occupiesFile());
            groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(part);
        }
        var sections = new ArrayList<OutputSection>();
        groups.forEach((key, group) -> sections.add(outputSection(key.name(), group)));
        return sections;
    }

    private static OutputSection outputSection(String name, List<OutputSectionPart> group) {
        group.sort(comparingInt(part -> OutputSectionName.priority(part.name())));
        var pieces = new ArrayList<Piece>();
        long end = 0;
        long alignment = 1;
        long flags = 0;
        for (OutputSectionPart part : group) {
            long offset = OutputSectionPart.aligned(end, part.alignment());
            pieces.add(new Piece(part, offset));
            end = offset + part.size();
            alignment = Math.max(alignment, part.alignment());
            flags |= part.flags() & LOADER_FLAGS;
        }
        return new OutputSection(name, group.getFirst().type(), flags, alignment, pieces, end);
    }

    private static void check(OutputSectionPart part) {
        if (Long.bitCount(part.alignment()) != 1 || part.alignment() > GREATEST_ALIGNMENT) {
            throw unfit(
                    part,
                    "is aligned to 0x%x bytes, when a power of two up to a page of 0x%x is laid out"
                            .formatted(part.alignment(), GREATEST_ALIGNMENT));
        }
        if (part.size() < 0 || part.size() > GREATEST_SIZE) {
            throw unfit(
                    part,
                    "has 0x%x bytes, when the small code model allows 0x%x"
                            .formatted(part.size(), GREATEST_SIZE));
        }
    }

    /// The end of a common symbol of `size` bytes at `offset`.
    static long requireSmall(String symbol, long offset, long size) {
        if (size < 0 || size > GREATEST_SIZE - offset) {
            throw new LinkException(
                    "the linker",
                    "symbol " + symbol,
                    LinkRule.SIZE,
                    "has 0x%x bytes, when the small code model allows 0x%x"
                            .formatted(size, GREATEST_SIZE));
        }
        return offset + size;
    }

    private static LinkException unfit(OutputSectionPart part, String problem) {
        String source =
                part instanceof InputSection(var object, _) ? object.source() : "the linker";
        return new LinkException(source, part.name(), LinkRule.SIZE, problem);
    }
}
