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

/// Assembles a relocatable object from merged sections, symbols and relocations that refer to each
/// other by index. [ElfAssembler] assembles by name.
public final class ElfRelocatableAssembler {

    private ElfRelocatableAssembler() {}

    /// The parts of the object.
    ///
    /// @param sections the section at position `i` gets the index `i + 1`; sections of type
    ///   `SHT_GROUP` list the indices of their members and come before them
    /// @param symbols the symbol at position `i` gets the index `i + 1`; local ones first
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
    /// @throws IllegalArgumentException if an index refers to nothing
    public static ElfObject assemble(String source, ElfHeader header, Parts parts) {
        ElfBuilder builder = new ElfBuilder(source, header, List.of(), List.of(), FileLayout.EMPTY);
        parts.sections().forEach(builder::add);
        var symbols = new SymbolTableEditor(builder);
        symbols.add(parts.symbols());
        var relocations = new RelocationTableEditor(builder, symbols.table());
        for (int index = 1; index <= parts.sections().size(); index++) {
            List<Relocation> rows = parts.relocations().getOrDefault(index, List.of());
            if (!rows.isEmpty()) {
                relocations.add(index, rows);
            }
        }
        for (int index = 1; index <= parts.sections().size(); index++) {
            if (builder.sections().get(index).type().equals(SectionType.GROUP)) {
                completeGroup(builder, index, symbols.table());
            }
        }
        return builder.build();
    }

    private static void completeGroup(ElfBuilder builder, int index, int symbolTable) {
        Section group = builder.sections().get(index);
        var members = new ByteWriter().bytes(group.contents()).seek(group.size());
        for (int member : IndexRemapping.members(group)) {
            int table = tableOf(builder, member);
            if (table != 0) {
                members.u32(table);
                Section rows = builder.sections().get(table);
                long flags = rows.flags() | SectionFlag.mask(SectionFlag.GROUP);
                builder.replace(table, rows.withFlags(flags));
            }
        }
        builder.replace(index, group.withBytes(members.toByteArray()).withLink(symbolTable));
    }

    /// The index of the relocation table of the section at `index`; 0 if there is none.
    private static int tableOf(ElfBuilder builder, int index) {
        for (int table = 1; table < builder.sections().size(); table++) {
            Section candidate = builder.sections().get(table);
            if (candidate.type().equals(SectionType.RELA) && candidate.info() == index) {
                return table;
            }
        }
        return 0;
    }
}
