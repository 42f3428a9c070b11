package org.offloadtck.object.elf.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import org.junit.jupiter.api.Test;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfSamples;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;

final class ElfAssemblerTest {

    private static ElfObject message() {
        return ElfObject.parse("message.o", ElfSamples.message().write());
    }

    @Test
    void listsTheSectionsInOrder() {
        assertThat(message().sections())
                .extracting(Section::name)
                .containsExactly(
                        "",
                        ".data",
                        ".rodata",
                        ".note.GNU-stack",
                        ".symtab",
                        ".strtab",
                        ".rela.data",
                        ".shstrtab");
    }

    @Test
    void putsLocalSymbolsBeforeOthersAndUndefinedOnesLast() {
        assertThat(message().symbols())
                .extracting(Symbol::name)
                .containsExactly("", "greeting", "message", "elsewhere");
        assertThat(message().section(".symtab").orElseThrow().info()).isEqualTo(2);
    }

    @Test
    void relocatesBySymbolName() {
        assertThat(message().relocations(1))
                .containsExactly(new Relocation(0, 1, 1, 1), new Relocation(8, 3, 1, 0));
    }

    @Test
    void rejectsTwoDefinitionsOfOneName() {
        var object = new ElfAssembler(ElfMachine.X86_64);
        object.section(".data", SectionType.PROGBITS, SectionFlag.mask(ALLOC, WRITE), 8)
                .define(SymbolDefinition.global("twice", 0))
                .define(SymbolDefinition.local("twice", 0));

        assertThatThrownBy(() -> object.assemble("twice.o"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("symbol twice is defined twice");
    }
}
