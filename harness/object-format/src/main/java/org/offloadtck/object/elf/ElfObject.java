package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.build.ElfBuilder;
import org.offloadtck.object.elf.build.NameEditor;
import org.offloadtck.object.elf.build.RelocationTableEditor;
import org.offloadtck.object.elf.build.SectionRemoval;
import org.offloadtck.object.elf.build.SymbolTableEditor;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;

/// An ELF object, immutable.
///
/// Sections and symbols are known by their index in [#sections] and [#symbols], since names need
/// not be unique; the first of each is the null one the format prescribes.
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
    /// @throws MalformedObjectException when `bytes` are no such file, or a damaged one
    public static ElfObject parse(String source, byte[] bytes) {
        return parse(ObjectBytes.of(source, bytes));
    }

    /// Reads an ELF file that is part of another one, as an archive's member or an image.
    public static ElfObject parse(ObjectBytes file) {
        return ElfReader.read(file);
    }

    /// Whether a file begins as a 64-bit little-endian ELF file does.
    public static boolean isElf(ObjectBytes file) {
        return FileHeader.begins(file);
    }

    /// Begins an object of no sections but the null one.
    public static ElfObject empty(String source, ElfHeader header) {
        return new ElfBuilder(source, header, List.of(), List.of(), FileLayout.EMPTY).build();
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

    /// Every section, by index; empty when the file has no section header table.
    public List<Section> sections() {
        return sections;
    }

    /// The first section of that name.
    public Optional<Section> section(String name) {
        return sections.stream().filter(section -> section.name().equals(name)).findFirst();
    }

    /// The sections of that name, in order.
    public List<Section> sections(String name) {
        return sections.stream().filter(section -> section.name().equals(name)).toList();
    }

    /// The sections of that type, in order.
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

    /// The symbol of that name: a global or weak one before a local one.
    public Optional<Symbol> symbol(String name) {
        return symbols.reversed().stream().filter(symbol -> symbol.name().equals(name)).findFirst();
    }

    /// The relocations, in terms of [#symbols], that a linker applies to the section at that index.
    /// They have addends; tables of type `SHT_REL`, which x86-64 does without, are kept unread.
    public List<Relocation> relocations(int section) {
        return applied.getOrDefault((long) section, List.of());
    }

    /// The relocations that a loader applies, in terms of [#dynamicSymbols].
    public List<Relocation> dynamicRelocations() {
        var applied = new ArrayList<Relocation>();
        for (int index = 0; index < sections.size(); index++) {
            if (sections.get(index).type().equals(SectionType.RELA)
                    && sections.get(index).has(SectionFlag.ALLOC)) {
                applied.addAll(relocations.get(index));
            }
        }
        return List.copyOf(applied);
    }

    /// Adds a section behind all others; its index is the present number of sections.
    ///
    /// @throws IllegalArgumentException when the section is allocated and the object has segments
    public ElfObject withSection(Section added) {
        ElfBuilder draft = draft();
        draft.add(added);
        return draft.build();
    }

    /// Replaces the section at `index`, for one of other bytes, flags or another name.
    ///
    /// @throws IllegalArgumentException when the section lies in a segment and its size changes
    public ElfObject withSection(int index, Section replacement) {
        ElfBuilder draft = draft();
        draft.replace(index, replacement);
        return draft.build();
    }

    /// Adds symbols: local ones behind the local ones, others behind all.
    ///
    /// @throws IllegalArgumentException when a symbol is in a section the object does not have, or
    ///   the symbol table lies in a segment
    public ElfObject withSymbols(List<Symbol> added) {
        ElfBuilder draft = draft();
        new SymbolTableEditor(draft).add(added);
        return draft.build();
    }

    /// Adds relocations of the section at `index`, in terms of [#symbols].
    ///
    /// @throws IllegalArgumentException when a relocation is by a symbol the object does not have
    public ElfObject withRelocations(int index, List<Relocation> added) {
        ElfBuilder draft = draft();
        new RelocationTableEditor(draft, new SymbolTableEditor(draft).table()).add(index, added);
        return draft.build();
    }

    /// Renames every section called `from`, and with each its relocation table.
    public ElfObject withSectionsRenamed(String from, String to) {
        ElfBuilder draft = draft();
        new NameEditor(draft).sections(from, to);
        return draft.build();
    }

    /// Renames every symbol of [#symbols] called `from`; the object itself if there is none.
    public ElfObject withSymbolsRenamed(String from, String to) {
        List<Integer> rows =
                IntStream.range(0, symbols.size())
                        .filter(row -> symbols.get(row).name().equals(from))
                        .boxed()
                        .toList();
        if (rows.isEmpty()) {
            return this;
        }
        ElfBuilder draft = draft();
        new NameEditor(draft).symbols(rows, to);
        return draft.build();
    }

    /// Removes every section called `name`, with its relocations and the symbols it defines; the
    /// object itself if there is none.
    ///
    /// @throws IllegalArgumentException when the object has segments, or what is kept refers to
    ///   what is removed
    public ElfObject withoutSections(String name) {
        if (!programHeaders.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: sections %s of a file with segments cannot be removed"
                            .formatted(source, name));
        }
        return SectionRemoval.of(this, header, name, layout.sections());
    }

    private ElfBuilder draft() {
        return new ElfBuilder(source, header, programHeaders, sections, layout);
    }

    /// The file's bytes: those it was read from, unless it was edited.
    public byte[] write() {
        return new ElfWriter(header, programHeaders, sections, layout).write();
    }

    /// What a linker applies to each section that is relocated, tables in file order.
    private static Map<Long, List<Relocation>> applied(
            List<Section> sections, List<List<Relocation>> relocations) {
        var applied = new HashMap<Long, List<Relocation>>();
        for (int index = 0; index < sections.size(); index++) {
            Section table = sections.get(index);
            if (table.type().equals(SectionType.RELA) && !table.has(SectionFlag.ALLOC)) {
                applied.computeIfAbsent(table.info(), _ -> new ArrayList<>())
                        .addAll(relocations.get(index));
            }
        }
        applied.replaceAll((_, rows) -> List.copyOf(rows));
        return applied;
    }

    private List<Relocation> rows(Section section) {
        if (!section.type().equals(SectionType.RELA)) {
            return List.of();
        }
        int symbols = Math.toIntExact(sections.get(section.link()).size() / SymbolTable.ROW);
        return RelocationTable.relocations(section, section.link() == 0 ? 0 : symbols);
    }
}
