package org.offloadtck.object.elf.build;

import java.util.List;
import java.util.Map;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.FileLayout;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;

/// Makes a relocatable object of what a linker has merged: sections, symbols and relocations that
/// refer to one another by index. ([ElfAssembler] makes one from nothing, by names.)
public final class ElfRelocatableAssembler {

    private ElfRelocatableAssembler() {}

    /// What the object is made of.
    ///
    /// @param sections the one at position `i` gets the index `i + 1`; those of type `SHT_GROUP`
    ///   list the indices of their members and come before them
    /// @param symbols the one at position `i` gets the index `i + 1`; local ones first
    /// @param relocations by the index of the section they apply to
    public record Parts(
            List<Section> sections,
            List<Symbol> symbols,
            Map<Integer, List<Relocation>> relocations) {

        public Parts {
            sections = List.copyOf(sections);
            symbols = List.copyOf(symbols);
            relocations = Map.copyOf(relocations);
            boolean global = false;
            for (Symbol symbol : symbols) {
                if (global && symbol.isLocal()) {
                    throw new IllegalArgumentException(
                            "local symbol %s comes after a global one".formatted(symbol.name()));
                }
                global |= !symbol.isLocal();
            }
        }
    }

    /// Lays out and assembles the object. A relocation table joins the group of the section it
    /// applies to.
    ///
    /// @param source names the object in diagnostics
    /// @throws IllegalArgumentException when an index is of nothing
    public static ElfObject assemble(String source, ElfHeader header, Parts parts) {
        ElfBuilder draft = new ElfBuilder(source, header, List.of(), List.of(), FileLayout.EMPTY);
        parts.sections().forEach(draft::add);
        var symbols = new SymbolTableEditor(draft);
        symbols.add(parts.symbols());
        var relocations = new RelocationTableEditor(draft, symbols.table());
        for (int index = 1; index <= parts.sections().size(); index++) {
            List<Relocation> rows = parts.relocations().getOrDefault(index, List.of());
            if (!rows.isEmpty()) {
                relocations.add(index, rows);
            }
        }
        for (int index = 1; index <= parts.sections().size(); index++) {
            if (draft.sections().get(index).type().equals(SectionType.GROUP)) {
                completeGroup(draft, index, symbols.table());
            }
        }
        return draft.build();
    }

    private static void completeGroup(ElfBuilder draft, int index, int symbolTable) {
        Section group = draft.sections().get(index);
        var members = new ByteWriter().bytes(group.contents()).seek(group.size());
        for (int member : IndexRemapping.members(group)) {
            int table = tableOf(draft, member);
            if (table != 0) {
                members.u32(table);
                Section rows = draft.sections().get(table);
                long flags = rows.flags() | SectionFlag.mask(SectionFlag.GROUP);
                draft.replace(table, rows.withFlags(flags));
            }
        }
        draft.replace(index, group.withBytes(members.toByteArray()).withLink(symbolTable));
    }

    /// The relocation table of the section at `index`; 0 for none.
    private static int tableOf(ElfBuilder draft, int index) {
        for (int table = 1; table < draft.sections().size(); table++) {
            Section candidate = draft.sections().get(table);
            if (candidate.type().equals(SectionType.RELA) && candidate.info() == index) {
                return table;
            }
        }
        return 0;
    }
}
