package org.offloadtck.linker.executable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.linker.executable.ExecutableLayout.Placed;
import org.offloadtck.linker.executable.HostExecutable.Contribution;
import org.offloadtck.linker.executable.OutputSection.Piece;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.linker.resolution.ResolvedInputs;
import org.offloadtck.object.elf.build.ElfExecutableAssembler;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;

/// Writes the executable: every output section, the symbol table and a link map.
final class ExecutableWriter {

    private static final String NAME = "the executable";

    /// The entry point: the start-up code, or the program itself if there is none.
    private static final List<String> ENTRY_SYMBOLS = List.of("_start", "main");

    /// `int3`, between functions, so that execution past the end of a function stops. Source: lld
    /// 14, `ELF/Arch/X86_64.cpp`, `trapInstr`.
    private static final byte TRAP = (byte) 0xcc;

    private final ResolvedInputs resolution;
    private final ExecutableLayout layout;
    private final SymbolAddresses addresses;
    private final Relocator relocator;

    private ExecutableWriter(
            ResolvedInputs resolution,
            ExecutableLayout layout,
            SymbolAddresses addresses,
            Relocator relocator) {
        this.resolution = resolution;
        this.layout = layout;
        this.addresses = addresses;
        this.relocator = relocator;
    }

    static HostExecutable write(
            ResolvedInputs resolution,
            ExecutableLayout layout,
            SymbolAddresses addresses,
            Relocator relocator) {
        var writer = new ExecutableWriter(resolution, layout, addresses, relocator);
        return new HostExecutable(
                ElfExecutableAssembler.assemble(
                        NAME,
                        ElfHeader.of(ElfType.EXECUTABLE, ElfMachine.X86_64)
                                .withEntry(writer.entry()),
                        layout.sections().stream().map(writer::section).toList(),
                        ExecutableSymbols.of(resolution, layout, addresses)),
                writer.map());
    }

    private Section section(Placed placed) {
        OutputSection section = placed.section();
        boolean occupiesFile = section.type().occupiesFile();
        return Section.of(
                        section.name(),
                        section.type(),
                        section.flags(),
                        section.alignment(),
                        occupiesFile ? contents(section) : new byte[0])
                .withSize(section.size())
                .withAddress(placed.address());
    }

    private byte[] contents(OutputSection section) {
        byte[] bytes = new byte[Math.toIntExact(section.size())];
        if (section.has(SectionFlag.EXECINSTR)) {
            Arrays.fill(bytes, TRAP);
        }
        for (Piece piece : section.pieces()) {
            byte[] contents = relocator.contents(piece.part());
            System.arraycopy(contents, 0, bytes, Math.toIntExact(piece.offset()), contents.length);
        }
        return bytes;
    }

    private long entry() {
        return ENTRY_SYMBOLS.stream()
                .filter(resolution.globals()::containsKey)
                .map(resolution.globals()::get)
                .flatMap(definition -> addresses.of(definition).stream())
                .findFirst()
                .orElse(0L);
    }

    private List<Contribution> map() {
        var map = new ArrayList<Contribution>();
        for (Placed placed : layout.sections()) {
            for (Piece piece : placed.section().pieces()) {
                if (piece.part() instanceof InputSection section) {
                    map.add(
                            new Contribution(
                                    section.object().source(),
                                    section.name(),
                                    placed.section().name(),
                                    placed.address() + piece.offset(),
                                    section.size()));
                }
            }
        }
        return map;
    }
}
