package org.offloadtck.object.elf.build;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.FileLayout;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;

/// Makes a relocatable object from nothing, as an assembler does: sections are filled in any order,
/// and refer to symbols by name.
///
/// ```
/// var object = new ElfAssembler(ElfMachine.X86_64);
/// object.section(".rodata", SectionType.PROGBITS, SectionFlag.mask(SectionFlag.ALLOC), 1)
///         .define(SymbolDefinition.local("greeting", 6))
///         .bytes("hello\0".getBytes(US_ASCII));
/// object.section(".data", SectionType.PROGBITS, SectionFlag.mask(ALLOC, WRITE), 8)
///         .define(SymbolDefinition.global("message", 8))
///         .address("greeting", 0);
/// byte[] file = object.assemble("message.o").write();
/// ```
///
/// The object gets the sections in the order they were begun, then, for a host, `.note.GNU-stack`,
/// which says that no executable stack is needed, `.symtab`, `.strtab`, a `.rela` section for each
/// section that has references, and `.shstrtab`. The order of symbols is that of their sections,
/// local ones first, then undefined ones in the order of their first use.
public final class ElfAssembler {

    private final ElfHeader header;
    private final List<SectionAssembler> sections = new ArrayList<>();
    private final Map<String, Symbol> references = new LinkedHashMap<>();

    public ElfAssembler(ElfMachine machine) {
        this(ElfHeader.of(ElfType.RELOCATABLE, machine));
    }

    public ElfAssembler(ElfHeader header) {
        this.header = header;
    }

    ElfMachine machine() {
        return header.machine();
    }

    /// Begins a section, even when there is one of that name already.
    ///
    /// @param flags see [SectionFlag#mask]
    /// @param alignment in bytes, a power of two
    public SectionAssembler section(String name, SectionType type, long flags, long alignment) {
        Section empty = Section.of(name, type, flags, alignment, new byte[0]);
        var section = new SectionAssembler(this, sections.size() + 1, empty);
        sections.add(section);
        return section;
    }

    /// Begins a section of NUL-terminated strings, of which a linker keeps one of each.
    public SectionAssembler strings(String name) {
        return strings(name, 1);
    }

    /// Begins such a section whose strings are aligned to `alignment` bytes.
    public SectionAssembler strings(String name, long alignment) {
        return mergeable(name, SectionFlag.mask(SectionFlag.STRINGS), 1, alignment);
    }

    /// Begins a section of constants of `row` bytes each, of which a linker keeps one of each.
    public SectionAssembler constants(String name, int row, long alignment) {
        return mergeable(name, 0, row, alignment);
    }

    private SectionAssembler mergeable(String name, long kind, int row, long alignment) {
        long flags = SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.MERGE) | kind;
        Section empty =
                Section.of(name, SectionType.PROGBITS, flags, alignment, new byte[0]).withRows(row);
        var section = new SectionAssembler(this, sections.size() + 1, empty);
        sections.add(section);
        return section;
    }

    /// Says of a symbol of some other object more than that it is global: that it may be missing,
    /// or is a function, or hidden. It is in the symbol table even if nothing refers to it.
    public ElfAssembler reference(Symbol undefined) {
        references.put(undefined.name(), undefined);
        return this;
    }

    /// The object of the sections as they are now.
    ///
    /// @param source names the object in diagnostics
    /// @throws IllegalStateException when two definitions have one name
    public ElfObject assemble(String source) {
        var draft = new ElfBuilder(source, header, List.of(), List.of(), FileLayout.EMPTY);
        sections.forEach(section -> draft.add(section.section()));
        if (header.machine().runsOnAStack()) {
            draft.add(Section.of(".note.GNU-stack", SectionType.PROGBITS, 0, 1, new byte[0]));
        }
        List<Symbol> symbols = symbols();
        var table = new SymbolTableEditor(draft);
        table.add(symbols);
        Map<String, Integer> indices = indices(symbols);
        for (int index = 0; index < sections.size(); index++) {
            List<Relocation> relocations =
                    sections.get(index).references().stream()
                            .map(reference -> relocation(reference, indices))
                            .toList();
            if (!relocations.isEmpty()) {
                new RelocationTableEditor(draft, table.table()).add(index + 1, relocations);
            }
        }
        return draft.build();
    }

    private static Relocation relocation(
            SectionAssembler.Reference reference, Map<String, Integer> indices) {
        return new Relocation(
                reference.offset(),
                Objects.requireNonNull(indices.get(reference.symbol())),
                reference.type(),
                reference.addend());
    }

    /// The rows behind the null one, in the order of the table.
    private List<Symbol> symbols() {
        var symbols = new LinkedHashMap<String, Symbol>();
        for (SectionAssembler section : sections) {
            for (Symbol symbol : section.symbols()) {
                if (symbols.putIfAbsent(symbol.name(), symbol) != null) {
                    throw new IllegalStateException(
                            "symbol %s is defined twice".formatted(symbol.name()));
                }
            }
        }
        references.forEach(symbols::putIfAbsent);
        for (SectionAssembler section : sections) {
            for (SectionAssembler.Reference reference : section.references()) {
                symbols.computeIfAbsent(reference.symbol(), Symbol::undefined);
            }
        }
        return Stream.concat(
                        symbols.values().stream().filter(Symbol::isLocal),
                        symbols.values().stream().filter(symbol -> !symbol.isLocal()))
                .toList();
    }

    private static Map<String, Integer> indices(List<Symbol> symbols) {
        var indices = new LinkedHashMap<String, Integer>();
        for (Symbol symbol : symbols) {
            indices.put(symbol.name(), indices.size() + 1);
        }
        return indices;
    }
}
