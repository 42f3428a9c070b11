package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.fixture.ExternalTool;

/// Numbers that exceed the 16 bits of their fields.
final class ManySectionsTest {

    private static final int MANY = SymbolTable.SHN_LORESERVE + 16;

    private static final int SYMTAB = 4;

    private static ElfObject object() {
        var object = new ElfAssembler(ElfMachine.X86_64);
        for (int section = 0; section < MANY; section++) {
            object.section(".text." + section, SectionType.PROGBITS, 0, 1);
        }
        return object.assemble("many.o");
    }

    /// The sample, with the section of its symbol `message` in a table of its own.
    private static ElfObject extended() {
        ElfObject plain = ElfSamples.message();
        Section symbols = plain.sections().get(SYMTAB);
        ByteBuffer rows = ByteBuffer.wrap(symbols.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        rows.putShort(2 * 24 + 6, (short) 0xffff);
        ByteBuffer indices = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 1);
        Section table =
                Section.of(".symtab_shndx", SectionType.SYMTAB_SHNDX, 0, 4, indices.array())
                        .withLink(SYMTAB);
        return ElfEditor.of(plain)
                .addSection(table)
                .replaceSection(SYMTAB, symbols.withBytes(rows.array()))
                .toObject();
    }

    @Test
    void readsBackAsManySectionsAsItWrote() {
        ElfObject read = ElfObject.parse("many.o", object().write());

        assertThat(read.sections()).hasSizeGreaterThan(MANY);
        assertThat(read.sections().get(MANY).name()).isEqualTo(".text." + (MANY - 1));
    }

    @Test
    void countsTheSectionsWhereReadelfLooks(@TempDir Path folder)
            throws IOException, InterruptedException {
        ElfObject object = object();
        Files.write(folder.resolve("many.o"), object.write());

        String said = new ExternalTool("readelf").run(folder, "-hW", "many.o");

        assertThat(said)
                .contains("0 (%d)".formatted(object.sections().size()))
                .doesNotContain("readelf:");
    }

    @Test
    void rejectsASymbolWhoseSectionIndexDoesNotFit() {
        Symbol far = SymbolDefinition.global("far", 0).in(MANY, 0);

        assertThatThrownBy(() -> ElfEditor.of(object()).addSymbols(List.of(far)).toObject())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("symbol far is in section 65296, which is not between 1 and 65279");
    }

    @Test
    void readsTheSectionOfASymbolFromTheExtendedIndices() {
        assertThat(extended().symbol("message"))
                .hasValueSatisfying(symbol ->
                        assertThat(symbol.place()).isEqualTo(new SymbolPlace.InSection(1)));
    }

    @Test
    void movesTheExtendedIndicesWithTheSymbols() {
        Symbol local = SymbolDefinition.local("added", 0).in(2, 0);

        ElfObject edited =
                ElfObject.parse(
                        "a.o",
                        ElfEditor.of(extended()).addSymbols(List.of(local)).toObject().write());

        assertThat(edited.symbols())
                .extracting(Symbol::name)
                .containsExactly("", "greeting", "added", "message", "elsewhere");
        assertThat(edited.symbols().get(3).place()).isEqualTo(new SymbolPlace.InSection(1));
    }
}
