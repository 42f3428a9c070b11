package org.offloadtck.linker;

import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.EXECINSTR;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import java.util.function.Consumer;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SectionAssembler;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// Builds small relocatable objects, section by section.
public final class SampleObject {

    private final ElfAssembler assembler = new ElfAssembler(ElfMachine.X86_64);
    private final String source;

    private SampleObject(String source) {
        this.source = source;
    }

    /// An empty object with the name `source`.
    public static SampleObject named(String source) {
        return new SampleObject(source);
    }

    public SampleObject text(Consumer<SectionAssembler> contents) {
        return section(".text", SectionFlag.mask(ALLOC, EXECINSTR), contents);
    }

    public SampleObject data(Consumer<SectionAssembler> contents) {
        return section(".data", SectionFlag.mask(ALLOC, WRITE), contents);
    }

    public SampleObject section(String name, long flags, Consumer<SectionAssembler> contents) {
        return section(name, SectionType.PROGBITS, flags, contents);
    }

    public SampleObject section(
            String name, SectionType type, long flags, Consumer<SectionAssembler> contents) {
        contents.accept(assembler.section(name, type, flags, Long.BYTES));
        return this;
    }

    public SampleObject with(Consumer<ElfAssembler> edit) {
        edit.accept(assembler);
        return this;
    }

    public byte[] bytes() {
        return assembler.assemble(source).write();
    }

    public LinkInput input() {
        return new LinkInput.Relocatable(assembler.assemble(source));
    }
}
