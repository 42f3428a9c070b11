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

/// Assembles a relocatable object: sections are filled in any order and refer to symbols by name.
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
/// The object has the sections in the order in which they were started. Then follow
/// `.note.GNU-stack` (for a host; it states that the code needs no executable stack), `.symtab`,
/// `.strtab`, a `.rela` section for each section with references, and `.shstrtab`. Symbols have the
/// order of their sections, local ones first, then undefined ones in the order of their first use.
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

    /// Starts a section, even if there is one of that name already.
    ///
    /// @param flags see [SectionFlag#mask]
    /// @param alignment in bytes, a power of two
    public SectionAssembler section(String name, SectionType type, long flags, long alignment) {
        Section empty = Section.of(name, type, flags, alignment, new byte[0]);
        var section = new SectionAssembler(this, sections.size() + 1, empty);
        sections.add(section);
        return section;
    }

    /// Starts a section of NUL-terminated strings; a linker merges equal strings.
    public SectionAssembler strings(String name) {
        return strings(name, 1);
    }

    /// Starts such a section; its strings are aligned to `alignment` bytes.
    public SectionAssembler strings(String name, long alignment) {
        return mergeable(name, SectionFlag.mask(SectionFlag.STRINGS), 1, alignment);
    }

    /// Starts a section of constants of `row` bytes each; a linker merges equal constants.
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

    /// Adds an undefined symbol with properties of its own: weak, a function, or hidden. The symbol
    /// table has it even if no section refers to it.
    public ElfAssembler reference(Symbol undefined) {
        references.put(undefined.name(), undefined);
        return this;
    }

    /// Assembles the sections in their present state.
    ///
    /// @param source names the object in diagnostics
    /// @throws IllegalStateException if two definitions have the same name
    public ElfObject assemble(String source) {
        var builder = new ElfBuilder(source, header, List.of(), List.of(), FileLayout.EMPTY);
        sections.forEach(section -> builder.add(section.section()));
        if (header.machine().runsOnAStack()) {
            builder.add(Section.of(".note.GNU-stack", SectionType.PROGBITS, 0, 1, new byte[0]));
        }
        List<Symbol> symbols = symbols();
        var table = new SymbolTableEditor(builder);
        table.add(symbols);
        Map<String, Integer> indices = indices(symbols);
        for (int index = 0; index < sections.size(); index++) {
            List<Relocation> relocations =
                    sections.get(index).references().stream()
                            .map(reference -> relocation(reference, indices))
                            .toList();
            if (!relocations.isEmpty()) {
                new RelocationTableEditor(builder, table.table()).add(index + 1, relocations);
            }
        }
        return builder.build();
    }

    private static Relocation relocation(
            SectionAssembler.Reference reference, Map<String, Integer> indices) {
        return new Relocation(
                reference.offset(),
                Objects.requireNonNull(indices.get(reference.symbol())),
                reference.type(),
                reference.addend());
    }

    /// The rows after the null symbol, in the order of the table.
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
