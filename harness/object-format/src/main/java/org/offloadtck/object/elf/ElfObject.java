package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.relocation.RelocationTable;

/// An ELF file of 64-bit class and little-endian byte order; immutable.
///
/// Sections and symbols are identified by their index in [#sections] and [#symbols], because names
/// need not be unique. Index 0 of each is the null entry that the format prescribes.
/// [ElfEditor][org.offloadtck.object.elf.build.ElfEditor] edits an object.
public final class ElfObject {

    /// The section that carries a fat object's device images. Source: LLVM 15 and later,
    /// `llvm/lib/Object/OffloadBinary.cpp`.
    public static final String OFFLOADING_SECTION = ".llvm.offloading";

    private final String source;
    private final ElfHeader header;
    private final List<ProgramHeader> programHeaders;
    private final List<Section> sections;
    private final FileLayout layout;
    private final List<Symbol> symbols;
    private final List<Symbol> dynamicSymbols;
    private final List<List<Relocation>> relocations;
    private final Map<Long, List<Relocation>> applied;
    private final ElfIndex index = new ElfIndex(this);

    /// Decodes symbols and relocations out of the sections' bytes.
    ///
    /// @param source names the file in diagnostics
    /// @param layout has a placement for each section
    public ElfObject(
            String source,
            ElfHeader header,
            List<ProgramHeader> programHeaders,
            List<Section> sections,
            FileLayout layout) {
        this.source = source;
        this.header = header;
        this.programHeaders = List.copyOf(programHeaders);
        this.sections = List.copyOf(sections);
        this.layout = layout;
        this.symbols = SymbolTable.symbols(header.machine(), this.sections, SectionType.SYMTAB);
        this.dynamicSymbols =
                SymbolTable.symbols(header.machine(), this.sections, SectionType.DYNSYM);
        this.relocations = this.sections.stream().map(this::rows).toList();
        this.applied = applied(this.sections, relocations);
    }

    /// Reads a 64-bit little-endian ELF file.
    ///
    /// @param source names the file in diagnostics
    /// @throws MalformedObjectException if `bytes` break the format
    public static ElfObject parse(String source, byte[] bytes) {
        return parse(ObjectBytes.of(source, bytes));
    }

    /// Reads an ELF file that is part of another file, such as an archive member or device image.
    public static ElfObject parse(ObjectBytes file) {
        return ElfReader.read(file);
    }

    /// Whether a file starts with the identification of a 64-bit little-endian ELF file.
    public static boolean isElf(ObjectBytes file) {
        return FileHeader.begins(file);
    }

    public String source() {
        return source;
    }

    public ElfHeader header() {
        return header;
    }

    public List<ProgramHeader> programHeaders() {
        return programHeaders;
    }

    /// Where the parts lie in the file.
    public FileLayout layout() {
        return layout;
    }

    /// Every section, by index; empty when the file has no section header table.
    public List<Section> sections() {
        return sections;
    }

    /// The first section of that name.
    public Optional<Section> section(String name) {
        return sections.stream().filter(section -> section.name().equals(name)).findFirst();
    }

    /// The sections of that name, in file order.
    public List<Section> sections(String name) {
        return sections.stream().filter(section -> section.name().equals(name)).toList();
    }

    /// The sections of that type, in file order.
    public List<Section> sections(SectionType type) {
        return sections.stream().filter(section -> section.type().equals(type)).toList();
    }

    /// The rows of `.symtab`, by index; empty when the object has none.
    public List<Symbol> symbols() {
        return symbols;
    }

    /// The rows of `.dynsym`, by index; empty when the object has none.
    public List<Symbol> dynamicSymbols() {
        return dynamicSymbols;
    }

    /// The symbol of that name; a global or weak symbol takes precedence over a local one.
    public Optional<Symbol> symbol(String name) {
        var named = index.named(name);
        return named.isEmpty() ? Optional.empty() : Optional.of(named.getLast());
    }

    /// Lookup tables over the object.
    public ElfIndex index() {
        return index;
    }

    /// The relocations that a linker applies to the section at that index; their symbols are
    /// indices into [#symbols]. All have addends: tables of type `SHT_REL`, which x86-64 does not
    /// use, are kept but not decoded.
    public List<Relocation> relocations(int section) {
        return applied.getOrDefault((long) section, List.of());
    }

    /// The relocations that a loader applies; their symbols are indices into [#dynamicSymbols].
    public List<Relocation> dynamicRelocations() {
        var applied = new ArrayList<Relocation>();
        for (int index = 0; index < sections.size(); index++) {
            if (RelocationTable.decodes(sections.get(index).type())
                    && sections.get(index).has(SectionFlag.ALLOC)) {
                applied.addAll(relocations.get(index));
            }
        }
        return List.copyOf(applied);
    }

    /// The file's bytes; an object that was not edited is written as it was read.
    public byte[] write() {
        return new ElfWriter(header, programHeaders, sections, layout).write();
    }

    /// The relocations of each section by its index, tables in file order.
    private static Map<Long, List<Relocation>> applied(
            List<Section> sections, List<List<Relocation>> relocations) {
        var applied = new HashMap<Long, List<Relocation>>();
        for (int index = 0; index < sections.size(); index++) {
            Section table = sections.get(index);
            if (RelocationTable.decodes(table.type()) && !table.has(SectionFlag.ALLOC)) {
                applied.computeIfAbsent(table.info(), _ -> new ArrayList<>())
                        .addAll(relocations.get(index));
            }
        }
        applied.replaceAll((_, rows) -> List.copyOf(rows));
        return applied;
    }

    private boolean lacksSymbols(Section relocations) {
        return RelocationTable.mayLackSymbols(header.machine())
                && relocations.link() != 0
                && !SymbolTable.isOne(sections.get(relocations.link()).type());
    }

    private List<Relocation> rows(Section section) {
        if (!RelocationTable.decodes(section.type()) || lacksSymbols(section)) {
            return List.of();
        }
        long symbols =
                section.link() == 0 ? 0 : sections.get(section.link()).size() / SymbolTable.ROW;
        return new RelocationTable(header.machine(), section, Math.toIntExact(symbols))
                .relocations();
    }
}
