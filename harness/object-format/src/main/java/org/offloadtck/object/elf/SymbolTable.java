package org.offloadtck.object.elf;

import java.util.List;
import java.util.stream.IntStream;
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

    /// Offsets of the fields of a row, in bytes.
    public static final int ST_INFO = 4;

    public static final int ST_OTHER = 5;
    public static final int ST_SHNDX = 6;
    public static final int ST_VALUE = 8;
    static final int ST_SIZE = 16;

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

    /// Whether a section of that type is one.
    static boolean isOne(SectionType type) {
        return type.equals(SectionType.SYMTAB) || type.equals(SectionType.DYNSYM);
    }

    private SymbolTable(ElfMachine machine, List<Section> sections, int index) {
        this.machine = machine;
        this.sections = sections;
        this.places =
                IntStream.range(0, sections.size())
                        .<SymbolPlace>mapToObj(SymbolPlace.InSection::new)
                        .toList();
        this.table = sections.get(index);
        this.names = new StringTable(sections.get(table.link()).contents(), table.size());
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
        var symbols = new Symbol[Math.toIntExact(table.size() / ROW)];
        for (int row = 0; row < symbols.length; row++) {
            symbols[row] = symbol(row);
        }
        return List.of(symbols);
    }

    /// Local symbols come first, `sh_info` of them (generic ABI, "Symbol Table"), but not in
    /// cubins. `ptxas` of CUDA 13.0 counts other symbols among them: weak ones in the cubin of the
    /// corpus's `objects/z16.o`, all in `objects/parameters90.cubin`. In cubins of `libcurand.so`
    /// of CUDA 12.6, local symbols follow them.
    private boolean isMisplaced(SymbolBinding binding, int row) {
        boolean counted = row < table.info();
        return !machine.equals(ElfMachine.CUDA) && binding.equals(SymbolBinding.LOCAL) != counted;
    }

    private Symbol symbol(int row) {
        ObjectBytes rows = table.contents();
        long at = (long) row * ROW;
        String name = names.name(rows, at, rows.u32(at, "st_name"));
        int info = rows.u8(at + ST_INFO, "st_info");
        SymbolBinding binding = BINDINGS.get(info >> 4);
        if (isMisplaced(binding, row)) {
            throw rows.malformed(
                    at + ST_INFO,
                    FormatRule.ORDER,
                    "symbol %d is %s when sh_info says that the first %d symbols are local"
                            .formatted(
                                    row, row < table.info() ? "not local" : "local", table.info()));
        }
        int other = rows.u8(at + ST_OTHER, "st_other");
        return new Symbol(
                name,
                binding,
                TYPES.get(info & 0xf),
                SymbolVisibility.of(other),
                place(row, rows.u16(at + ST_SHNDX, "st_shndx")),
                rows.i64(at + ST_VALUE, "st_value"),
                rows.i64(at + ST_SIZE, "st_size"),
                other & ~SymbolVisibility.MASK);
    }

    private SymbolPlace place(int row, int index) {
        return switch (index) {
            case SHN_UNDEF -> SymbolPlace.UNDEFINED;
            case SHN_ABS -> SymbolPlace.ABSOLUTE;
            case SHN_COMMON -> SymbolPlace.COMMON;
            case SHN_XINDEX -> {
                long at = (long) row * Integer.BYTES;
                yield inSection(row, extendedIndices.u32(at, "extended section index"));
            }
            default ->
                    index < SHN_LORESERVE ? inSection(row, index) : new SymbolPlace.Reserved(index);
        };
    }

    private SymbolPlace inSection(int row, long index) {
        if (index >= sections.size()) {
            throw table.contents()
                    .malformed(
                            (long) row * ROW + ST_SHNDX,
                            FormatRule.INDEX,
                            "symbol is in section %d of %d".formatted(index, sections.size()));
        }
        return places.get((int) index);
    }
}
