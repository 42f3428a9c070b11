package org.offloadtck.linker.relocatable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.linker.resolution.OutputSectionPart;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// A section of a relocatable link's output, merged of sections of the inputs.
final class MergedSection {

    /// `SHF_COMPRESSED`. Source: generic ABI, "Section Attribute Flags".
    private static final long COMPRESSED = 0x800;

    private static final long WRITE = SectionFlag.mask(SectionFlag.WRITE);

    /// The one-byte `nop`. Source: Intel 64 Architectures Software Developer's Manual, volume 2.
    private static final byte NOP = (byte) 0x90;

    /// The properties that merged sections have in common. A constant table may be merged with a
    /// writable one: the entries of an object that is not position-independent are constant.
    ///
    /// @param flags except `SHF_WRITE`
    /// @param apart 0, or the number of a section that is merged with no other
    record Key(String name, SectionType type, long flags, long entrySize, int apart) {

        /// The key of an input section. Members of groups are not merged, because a group is kept
        /// or dropped as a whole; neither are sections with `SHF_LINK_ORDER` and compressed
        /// sections.
        static Key of(InputSection input, int number) {
            Section section = input.section();
            boolean alone =
                    section.has(SectionFlag.GROUP)
                            || section.has(SectionFlag.LINK_ORDER)
                            || (section.flags() & COMPRESSED) != 0;
            return new Key(
                    section.name(),
                    section.type(),
                    section.flags() & ~WRITE,
                    section.entrySize(),
                    alone ? number : 0);
        }
    }

    /// Unwind information: entries of whole words. A zero word terminates it.
    ///
    /// @see "Linux Standard Base Core 5.0, 10.6.1: Length of a Call Frame Information entry"
    private static final String UNWIND = ".eh_frame";

    private record Piece(InputSection input, long offset) {}

    private final Key key;
    private final int index;
    private final List<Piece> pieces = new ArrayList<>();
    private long flags;
    private long alignment = 1;
    private long size;

    /// Creates an empty section.
    ///
    /// @param index among the sections of the output
    MergedSection(Key key, int index) {
        this.key = key;
        this.index = index;
    }

    int index() {
        return index;
    }

    /// Appends an input section; returns its offset in this section, in bytes.
    long add(InputSection input) {
        long offset =
                OutputSectionPart.aligned(size, key.name().equals(UNWIND) ? 1 : input.alignment());
        pieces.add(new Piece(input, offset));
        size = offset + input.size();
        alignment = Math.max(alignment, input.alignment());
        flags |= input.flags();
        return offset;
    }

    /// The inputs, in order.
    List<InputSection> inputs() {
        return pieces.stream().map(Piece::input).toList();
    }

    Section section() {
        byte[] bytes = key.type().occupiesFile() ? contents() : new byte[0];
        return Section.of(key.name(), key.type(), flags, alignment, bytes)
                .withRows(key.entrySize())
                .withSize(size);
    }

    private byte[] contents() {
        var image = new ByteWriter();
        for (Piece piece : pieces) {
            image.bytes(gap(piece.offset() - image.position()));
            image.bytes(piece.input().section().contents());
        }
        return image.toByteArray();
    }

    /// The padding between parts. In code it is `nop`, because execution continues from one part of
    /// `.init` to the next.
    private byte[] gap(long length) {
        byte[] gap = new byte[Math.toIntExact(length)];
        if (SectionFlag.EXECINSTR.in(flags)) {
            Arrays.fill(gap, NOP);
        }
        return gap;
    }
}
