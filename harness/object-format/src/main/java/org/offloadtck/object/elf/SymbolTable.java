package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// The rows of a section of type `SHT_SYMTAB` or `SHT_DYNSYM`, decoded.
///
/// Source of the reserved section indices: generic ABI, "Special Section Indexes".
public final class SymbolTable {

    /// Size of an `Elf64_Sym`, in bytes.
    public static final int ROW = 24;

    public static final int SHN_UNDEF = 0;
    public static final int SHN_LORESERVE = 0xff00;
    public static final int SHN_ABS = 0xfff1;
    public static final int SHN_COMMON = 0xfff2;

    /// The symbol's section index is in the table of type `SHT_SYMTAB_SHNDX`.
    static final int SHN_XINDEX = 0xffff;

    private static final ObjectBytes NOTHING = ObjectBytes.of("", new byte[0]);

    /// Every value of four bits; shared by the symbols.
    private static final List<SymbolBinding> BINDINGS =
            IntStream.range(0, 16).mapToObj(SymbolBinding::new).toList();

    private static final List<SymbolType> TYPES =
            IntStream.range(0, 16).mapToObj(SymbolType::new).toList();

    private final ElfMachine machine;
    private final List<Section> sections;
    private final List<SymbolPlace> places;
    private final Section table;
    private final StringTable names;
    private final ObjectBytes extendedIndices;

    private SymbolTable(ElfMachine machine, List<Section> sections, int index) {
        this.machine = machine;
        this.sections = sections;
        this.places =
                IntStream.range(0, sections.size())
                        .<SymbolPlace>mapToObj(SymbolPlace.InSection::new)
                        .toList();
        this.table = sections.get(index);
        this.names = new StringTable(sections.get(table.link()).contents());
        this.extendedIndices =
                sections.stream()
                        .filter(section -> section.type().equals(SectionType.SYMTAB_SHNDX))
                        .filter(section -> section.link() == index)
                        .findFirst()
                        .map(Section::contents)
                        .orElse(NOTHING);
    }

    /// The symbols of the first section of `type`, including its null symbol; empty without such a
    /// section.
    static List<Symbol> symbols(ElfMachine machine, List<Section> sections, SectionType type) {
        for (int index = 0; index < sections.size(); index++) {
            if (sections.get(index).type().equals(type)) {
                return new SymbolTable(machine, sections, index).symbols();
            }
        }
        return List.of();
    }

    private List<Symbol> symbols() {
        var symbols = new ArrayList<Symbol>();
        for (int row = 0; row < table.size() / ROW; row++) {
            symbols.add(symbol(row));
        }
        return List.copyOf(symbols);
    }

    /// Local symbols come first, `sh_info` of them (generic ABI, "Symbol Table"). `ptxas` counts
    /// weak symbols among them: CUDA 13.0's cubin in the corpus's `objects/z16.o`.
    private boolean isMisplaced(SymbolBinding binding, int row) {
        boolean local = binding.equals(SymbolBinding.LOCAL);
        boolean counted = row < table.info();
        boolean weakOfPtxas = machine.equals(ElfMachine.CUDA) && binding.equals(SymbolBinding.WEAK);
        return local != counted && !weakOfPtxas;
    }

    private Symbol symbol(int row) {
        Cursor fields = table.contents().cursor((long) row * ROW);
        String name = names.name(fields, fields.u32("st_name"));
        int info = fields.u8("st_info");
        SymbolBinding binding = BINDINGS.get(info >> 4);
        if (isMisplaced(binding, row)) {
            throw fields.malformed(
                    FormatRule.ORDER,
                    "symbol %d is %s when sh_info says that the first %d symbols are local"
                            .formatted(
                                    row, row < table.info() ? "not local" : "local", table.info()));
        }
        int other = fields.u8("st_other");
        SymbolPlace place = place(fields, fields.u16("st_shndx"), row);
        long value = fields.i64("st_value");
        long size = fields.i64("st_size");
        return new Symbol(
                name,
                binding,
                TYPES.get(info & 0xf),
                SymbolVisibility.of(other),
                place,
                value,
                size,
                other & ~SymbolVisibility.MASK);
    }

    private SymbolPlace place(Cursor field, int index, int row) {
        if (index == SHN_UNDEF) {
            return SymbolPlace.UNDEFINED;
        }
        if (index == SHN_ABS) {
            return SymbolPlace.ABSOLUTE;
        }
        if (index == SHN_COMMON) {
            return SymbolPlace.COMMON;
        }
        if (index == SHN_XINDEX) {
            long at = (long) row * Integer.BYTES;
            return inSection(field, extendedIndices.u32(at, "extended section index"));
        }
        return index < SHN_LORESERVE ? inSection(field, index) : new SymbolPlace.Reserved(index);
    }

    private SymbolPlace inSection(Cursor field, long index) {
        if (index >= sections.size()) {
            throw field.malformed(
                    FormatRule.INDEX,
                    "symbol is in section %d of %d".formatted(index, sections.size()));
        }
        return places.get(Math.toIntExact(index));
    }
}
