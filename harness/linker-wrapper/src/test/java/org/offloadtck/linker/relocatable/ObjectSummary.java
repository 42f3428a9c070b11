package org.offloadtck.linker.relocatable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;

/// The contents of a relocatable object that matter to a link, as sorted lines of text: its
/// sections with their bytes, its relocations and its symbols.
///
/// The summary omits everything that linkers may choose: the order of tables; whether a relocation
/// refers to a symbol or to its section; the place of a mergeable string or constant, of which the
/// text is shown instead; bytes of code sections between functions; the entry size of arrays of
/// functions (`sh_entsize` 0 or 8); padding in unwind information, of which only the relocations'
/// targets are shown.
final class ObjectSummary {

    private static final Set<SectionType> TABLES =
            Set.of(
                    SectionType.NULL,
                    SectionType.SYMTAB,
                    SectionType.STRTAB,
                    SectionType.RELA,
                    SectionType.GROUP,
                    SectionType.LLVM_ADDRSIG);

    private static final String UNWIND = ".eh_frame";

    /// `R_X86_64_64`, whose addend is not biased by the distance to the next instruction.
    private static final long ABSOLUTE = 1;

    private final ElfObject object;
    private final UnaryOperator<String> rename;

    /// @param rename applied to every name
    ObjectSummary(ElfObject object, UnaryOperator<String> rename) {
        this.object = object;
        this.rename = rename;
    }

    /// All lines of the summary.
    List<String> lines() {
        var lines = new ArrayList<String>();
        for (int index = 1; index < object.sections().size(); index++) {
            Section section = object.sections().get(index);
            if (!TABLES.contains(section.type()) && !section.has(SectionFlag.MERGE)) {
                lines.add("section " + describe(index, section));
            }
            for (Relocation row : object.relocations(index)) {
                lines.add("relocation in " + describe(section, row));
            }
        }
        object.symbols().stream()
                .skip(1)
                .filter(symbol -> !symbol.type().equals(SymbolType.SECTION))
                .forEach(symbol -> lines.add("symbol " + describe(symbol)));
        return lines.stream().sorted().toList();
    }

    private String describe(int index, Section section) {
        boolean array =
                Set.of(SectionType.INIT_ARRAY, SectionType.FINI_ARRAY).contains(section.type());
        String head =
                "%s type %x flags %x align %d rows %d"
                        .formatted(
                                name(section),
                                section.type().code(),
                                section.flags(),
                                Math.max(1, section.alignment()),
                                array ? Long.BYTES : section.entrySize());
        return section.name().equals(UNWIND)
                ? head
                : "%s size %x: %s".formatted(head, section.size(), hex(index, section));
    }

    private String hex(int index, Section section) {
        byte[] bytes = section.bytes();
        if (!section.has(SectionFlag.EXECINSTR)) {
            return HexFormat.of().formatHex(bytes);
        }
        byte[] code = new byte[bytes.length];
        object.symbols().stream()
                .filter(symbol -> symbol.type().equals(SymbolType.FUNC))
                .filter(symbol -> symbol.place().equals(new SymbolPlace.InSection(index)))
                .forEach(function ->
                        System.arraycopy(
                                bytes,
                                (int) function.value(),
                                code,
                                (int) function.value(),
                                (int) function.size()));
        return HexFormat.of().formatHex(code);
    }

    private String describe(Section section, Relocation row) {
        return section.name().equals(UNWIND)
                ? "%s type %d %s".formatted(name(section), row.type(), target(row))
                : "%s+%x type %d %s"
                        .formatted(name(section), row.offset(), row.type(), target(row));
    }

    private String target(Relocation row) {
        Symbol symbol = object.symbols().get(row.symbol());
        if (!symbol.isLocal()) {
            return "%s+%x".formatted(rename.apply(symbol.name()), row.addend());
        }
        if (symbol.place() instanceof SymbolPlace.InSection(int index)
                && object.sections().get(index).has(SectionFlag.MERGE)) {
            long bias = row.type() == ABSOLUTE ? 0 : Integer.BYTES;
            return merged(object.sections().get(index), symbol.value() + row.addend() + bias);
        }
        return "%s+%x".formatted(place(symbol), symbol.value() + row.addend());
    }

    private static String merged(Section section, long at) {
        if (section.has(SectionFlag.STRINGS)) {
            return "\"%s\" in %s".formatted(section.contents().cString(at, "text"), section.name());
        }
        byte[] constant =
                Arrays.copyOfRange(section.bytes(), (int) at, (int) (at + section.entrySize()));
        return HexFormat.of().formatHex(constant) + " in " + section.name();
    }

    private String describe(Symbol symbol) {
        return "%s binding %d type %d %s %s value %x size %x"
                .formatted(
                        rename.apply(symbol.name()),
                        symbol.binding().code(),
                        symbol.type().code(),
                        symbol.visibility(),
                        place(symbol),
                        isMerged(symbol) ? 0 : symbol.value(),
                        symbol.size());
    }

    private boolean isMerged(Symbol symbol) {
        return symbol.place() instanceof SymbolPlace.InSection(int index)
                && object.sections().get(index).has(SectionFlag.MERGE);
    }

    private String place(Symbol symbol) {
        return symbol.place() instanceof SymbolPlace.InSection(int index)
                ? name(object.sections().get(index))
                : symbol.place().getClass().getSimpleName();
    }

    private String name(Section section) {
        return rename.apply(section.name());
    }
}
