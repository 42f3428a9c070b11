package org.offloadtck.linker.resolution;

import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// A part of an output section: an input section, the global offset table, or the common symbols.
public sealed interface OutputSectionPart {

    /// The name that determines the output section.
    String name();

    SectionType type();

    long flags();

    /// In bytes, a power of two.
    long alignment();

    /// In bytes.
    long size();

    /// The next multiple of `alignment`, a power of two.
    static long aligned(long value, long alignment) {
        return (value + alignment - 1) & -alignment;
    }

    /// A section of an input.
    record InputSection(HostObject object, int index) implements OutputSectionPart {

        public Section section() {
            return object.section(index);
        }

        /// Whether the section may refer to a discarded section. Debug and unwind information may
        /// describe discarded code; it is ignored then.
        public boolean toleratesDiscarded() {
            return !section().has(SectionFlag.ALLOC) || name().equals(".eh_frame");
        }

        @Override
        public String name() {
            return section().name();
        }

        @Override
        public SectionType type() {
            return section().type();
        }

        @Override
        public long flags() {
            return section().flags();
        }

        @Override
        public long alignment() {
            return Math.max(1, section().alignment());
        }

        @Override
        public long size() {
            return section().size();
        }
    }

    /// The global offset table: one address for each symbol that code reaches through it.
    record GlobalOffsetTable(List<ResolvedSymbol> slots) implements OutputSectionPart {

        public static final String NAME = ".got";

        public GlobalOffsetTable {
            slots = List.copyOf(slots);
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public SectionType type() {
            return SectionType.PROGBITS;
        }

        @Override
        public long flags() {
            return SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE);
        }

        @Override
        public long alignment() {
            return Long.BYTES;
        }

        @Override
        public long size() {
            return (long) Long.BYTES * slots.size();
        }
    }

    /// Zeroed memory for the common symbols.
    ///
    /// @param offsets of each symbol in this part, in bytes
    record CommonBlock(SequencedMap<String, Long> offsets, long alignment, long size)
            implements OutputSectionPart {

        public long offsetOf(String symbol) {
            return offsets.getOrDefault(symbol, 0L);
        }

        @Override
        public String name() {
            return ".bss";
        }

        @Override
        public SectionType type() {
            return SectionType.NOBITS;
        }

        @Override
        public long flags() {
            return SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE);
        }
    }
}
