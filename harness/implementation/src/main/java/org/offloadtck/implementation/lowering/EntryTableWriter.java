package org.offloadtck.implementation.lowering;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.implementation.lowering.HostObjectSections.Head;
import org.offloadtck.object.elf.build.SectionAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.OffloadEntry;

/// Writes the offload entries of a host object, and their names.
///
/// Requirements: OE-02, OE-03, OE-07, OE-12, OE-13, OE-14.
record EntryTableWriter(HostObjectSections sections, LoweringOptions lowering) {

    /// Writes `entries`, in order.
    void write(List<EntryDefinition> entries) {
        for (int index = 0; index < entries.size(); index++) {
            var entry = entries.get(index);
            var name = nameSymbol(index);
            name(name, entry.name());
            var style = lowering.profile().entries();
            sections.add(
                    table(),
                    style.alignment(),
                    SymbolDefinition.global(
                                    style.symbolPrefix() + entry.name(), style.layout().size())
                            .with(SymbolBinding.WEAK),
                    out -> entry(entry, name, out));
        }
    }

    private Head table() {
        var style = lowering.profile().entries();
        var section = style.section(OffloadKind.OPENMP).orElseThrow();
        return new Head(section, SectionType.PROGBITS, style.sectionFlags(), 0);
    }

    private void name(String symbol, String text) {
        var section = lowering.profile().entries().nameSection();
        if (section.isEmpty()) {
            sections.string(symbol, text);
        } else {
            sections.string(section, 1, symbol, text);
        }
    }

    private String nameSymbol(int index) {
        var symbol = lowering.profile().entries().nameSymbol();
        return index == 0 ? symbol : "%s.%d".formatted(symbol, index);
    }

    /// Writes the entry. A linker fills in its two pointers, which are adjacent in every layout,
    /// the address first.
    private void entry(EntryDefinition entry, String nameSymbol, SectionAssembler out) {
        var layout = lowering.profile().entries().layout();
        byte[] fields =
                OffloadEntry.unplaced(lowering.openmp(), entry.flags(), entry.size(), entry.data())
                        .write(layout);
        int pointers = layout.addressOffset();
        int rest = layout.nameOffset() + Long.BYTES;
        out.bytes(Arrays.copyOf(fields, pointers));
        if (entry.address().isEmpty()) {
            out.zeros(Long.BYTES);
        } else {
            out.address(entry.address(), 0);
        }
        out.address(nameSymbol, 0).bytes(Arrays.copyOfRange(fields, rest, fields.length));
    }
}
