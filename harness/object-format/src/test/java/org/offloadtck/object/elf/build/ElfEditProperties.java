package org.offloadtck.object.elf.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;

/// Random sequences of edits compared with a minimal model: section names and bytes, and symbol
/// names. Everything that an edit does not name stays unchanged.
class ElfEditProperties {

    /// One edit.
    sealed interface Edit {

        record AddSection(String name, List<Byte> bytes) implements Edit {}

        /// Other bytes for one of the model's sections, chosen by a number modulo their count.
        record ReplaceBytes(int which, List<Byte> bytes) implements Edit {}

        record AddSymbol(String name, int which, boolean local) implements Edit {}
    }

    /// A section of the model.
    private record Row(String name, List<Byte> bytes) {}

    @Property(seed = "1", tries = 200)
    void whatAnEditDoesNotNameStays(@ForAll("edits") List<Edit> edits) {
        var object = ElfEditor.empty("made.o", header()).addSymbols(List.of()).toObject();
        var sections = new ArrayList<>(List.of(new Row("", List.of())));
        var symbols = new ArrayList<String>();
        object = ElfEditor.of(object).addSection(section(".first", List.of((byte) 1))).toObject();
        sections.add(new Row(".first", List.of((byte) 1)));
        for (var edit : edits) {
            object = applied(object, edit, sections, symbols);
        }

        assertModel(object, sections, symbols);
        assertModel(ElfObject.parse("made.o", object.write()), sections, symbols);
    }

    private static void assertModel(ElfObject object, List<Row> sections, List<String> symbols) {
        var tables = List.of(".symtab", ".strtab", ".shstrtab");
        assertThat(object.sections().stream().filter(one -> !tables.contains(one.name())).toList())
                .extracting(one -> new Row(one.name(), boxed(one.bytes())))
                .containsExactlyElementsOf(sections);
        assertThat(object.symbols().stream().map(Symbol::name).filter(name -> !name.isEmpty()))
                .containsExactlyInAnyOrderElementsOf(symbols);
    }

    private static ElfObject applied(
            ElfObject object, Edit edit, List<Row> sections, List<String> symbols) {
        return switch (edit) {
            case Edit.AddSection(var name, var bytes) -> {
                sections.add(new Row(name, bytes));
                yield ElfEditor.of(object).addSection(section(name, bytes)).toObject();
            }
            case Edit.ReplaceBytes(var which, var bytes) -> {
                int row = 1 + which % (sections.size() - 1);
                int index = index(object, sections, row);
                sections.set(row, new Row(sections.get(row).name(), bytes));
                yield ElfEditor.of(object)
                        .replaceSection(
                                index, object.sections().get(index).withBytes(unboxed(bytes)))
                        .toObject();
            }
            case Edit.AddSymbol(var name, var which, var local) -> {
                int index = index(object, sections, 1 + which % (sections.size() - 1));
                symbols.add(name);
                var definition =
                        local ? SymbolDefinition.local(name, 0) : SymbolDefinition.global(name, 0);
                yield ElfEditor.of(object).addSymbols(List.of(definition.in(index, 0))).toObject();
            }
        };
    }

    /// The index in the object of a row of the model: the tables of the object come between.
    private static int index(ElfObject object, List<Row> sections, int row) {
        var tables = List.of(".symtab", ".strtab", ".shstrtab");
        int seen = -1;
        for (int index = 0; index < object.sections().size(); index++) {
            if (!tables.contains(object.sections().get(index).name()) && ++seen == row) {
                return index;
            }
        }
        throw new AssertionError("%s is not in the object".formatted(sections.get(row)));
    }

    private static ElfHeader header() {
        return ElfHeader.of(ElfType.RELOCATABLE, ElfMachine.X86_64);
    }

    private static Section section(String name, List<Byte> bytes) {
        return Section.of(name, SectionType.PROGBITS, 0, 1, unboxed(bytes));
    }

    private static List<Byte> boxed(byte[] bytes) {
        var boxed = new ArrayList<Byte>();
        for (byte one : bytes) {
            boxed.add(one);
        }
        return boxed;
    }

    private static byte[] unboxed(List<Byte> bytes) {
        var unboxed = new byte[bytes.size()];
        for (int index = 0; index < unboxed.length; index++) {
            unboxed[index] = bytes.get(index);
        }
        return unboxed;
    }

    @Provide
    Arbitrary<List<Edit>> edits() {
        Arbitrary<List<Byte>> bytes = Arbitraries.bytes().list().ofMaxSize(20);
        Arbitrary<String> names = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(5);
        Arbitrary<Integer> which = Arbitraries.integers().between(0, 100);
        Arbitrary<Edit> add = Combinators.combine(names, bytes).as(Edit.AddSection::new);
        Arbitrary<Edit> replace = Combinators.combine(which, bytes).as(Edit.ReplaceBytes::new);
        Arbitrary<Edit> symbol =
                Combinators.combine(names, which, Arbitraries.of(true, false))
                        .as(Edit.AddSymbol::new);
        return Arbitraries.oneOf(add, replace, symbol).list().ofMaxSize(12);
    }
}
