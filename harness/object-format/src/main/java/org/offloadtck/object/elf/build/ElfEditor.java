package org.offloadtck.object.elf.build;

import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.FileLayout;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;

/// Edits an ELF object: adds, replaces, renames and removes sections, symbols and relocations.
///
/// ```
/// ElfObject edited = ElfEditor.of(object)
///         .addSection(section)
///         .renameSymbols("main", "app_main")
///         .toObject();
/// ```
///
/// The object that was passed to [#of] does not change. An edit changes the rows it names and the
/// indices that have to follow; every other byte stays.
///
/// Requirement: FO-06.
public final class ElfEditor {

    private ElfObject object;

    private ElfEditor(ElfObject object) {
        this.object = object;
    }

    public static ElfEditor of(ElfObject object) {
        return new ElfEditor(object);
    }

    /// Starts with an object that has the null section and the table of section names only.
    ///
    /// @param source names the object in diagnostics
    public static ElfEditor empty(String source, ElfHeader header) {
        return new ElfEditor(
                new ElfBuilder(source, header, List.of(), List.of(), FileLayout.EMPTY).build());
    }

    /// Appends a section; its index is the number of sections before the call.
    ///
    /// @throws IllegalArgumentException if the section is allocated and the object has segments
    public ElfEditor addSection(Section added) {
        var builder = builder();
        builder.add(added);
        return built(builder);
    }

    /// Replaces the section at `index`, for example by one with other bytes, flags or name.
    ///
    /// @throws IllegalArgumentException if the section lies in a segment and its size changes
    public ElfEditor replaceSection(int index, Section replacement) {
        var builder = builder();
        builder.replace(index, replacement);
        return built(builder);
    }

    /// Adds symbols: local symbols after the local ones, all others at the end of the table.
    ///
    /// @throws IllegalArgumentException if a symbol is in a section that the object does not have,
    ///   or the symbol table lies in a segment
    public ElfEditor addSymbols(List<Symbol> added) {
        var builder = builder();
        new SymbolTableEditor(builder).add(added);
        return built(builder);
    }

    /// Adds relocations of the section at `index`; their symbols are indices into
    /// [ElfObject#symbols].
    ///
    /// @throws IllegalArgumentException if a relocation refers to a symbol that the object does not
    ///   have
    public ElfEditor addRelocations(int index, List<Relocation> added) {
        var builder = builder();
        new RelocationTableEditor(builder, new SymbolTableEditor(builder).table())
                .add(index, added);
        return built(builder);
    }

    /// Renames every section called `from`, and the relocation table of each.
    public ElfEditor renameSections(String from, String to) {
        var builder = builder();
        new NameEditor(builder).sections(from, to);
        return built(builder);
    }

    /// Renames every symbol of [ElfObject#symbols] called `from`; without one, changes nothing.
    public ElfEditor renameSymbols(String from, String to) {
        List<Symbol> symbols = object.symbols();
        List<Integer> rows =
                IntStream.range(0, symbols.size())
                        .filter(row -> symbols.get(row).name().equals(from))
                        .boxed()
                        .toList();
        if (rows.isEmpty()) {
            return this;
        }
        var builder = builder();
        new NameEditor(builder).symbols(rows, to);
        return built(builder);
    }

    /// Removes every section called `name`, its relocations and the symbols it defines; without
    /// one, changes nothing.
    ///
    /// @throws IllegalArgumentException if the object has segments, or a remaining part refers to a
    ///   removed one
    public ElfEditor removeSections(String name) {
        if (!object.programHeaders().isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: sections %s of a file with segments cannot be removed"
                            .formatted(object.source(), name));
        }
        object = SectionRemoval.apply(object, name);
        return this;
    }

    /// The edited object.
    public ElfObject toObject() {
        return object;
    }

    private ElfBuilder builder() {
        return new ElfBuilder(
                object.source(),
                object.header(),
                object.programHeaders(),
                object.sections(),
                object.layout());
    }

    private ElfEditor built(ElfBuilder builder) {
        object = builder.build();
        return this;
    }
}
