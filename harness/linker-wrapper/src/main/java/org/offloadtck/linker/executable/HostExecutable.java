package org.offloadtck.linker.executable;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.Symbol;

/// A linked host program.
///
/// @param elf the executable, with section headers and symbol table; imports are absolute symbols
/// @param map the place of every input section, in the executable's order
public record HostExecutable(ElfObject elf, List<Contribution> map) {

    public HostExecutable {
        map = List.copyOf(map);
    }

    /// The place of one input section in the executable.
    ///
    /// @param source the input: `z.o`, `libx.a(y.o)`
    /// @param section the section's name in the input
    /// @param output the section's name in the executable
    /// @param address of its first byte; for a section that is not loaded, its offset in the output
    ///   section
    /// @param size in bytes
    public record Contribution(
            String source, String section, String output, long address, long size) {}

    /// The value of the symbol with this name; a global symbol has precedence over a local one.
    public OptionalLong address(String symbol) {
        return elf.symbol(symbol).stream().mapToLong(Symbol::value).findFirst();
    }

    /// The bytes from `address` to the end of its loaded section; empty if no section with bytes in
    /// the file is loaded there.
    public Optional<ObjectBytes> bytes(long address) {
        return elf.sections().stream()
                .filter(section -> section.has(SectionFlag.ALLOC))
                .filter(section -> section.address() <= address)
                .filter(section -> address - section.address() < section.contents().size())
                .findFirst()
                .map(section -> from(section, address));
    }

    private static ObjectBytes from(Section section, long address) {
        long offset = address - section.address();
        return section.contents()
                .window(offset, section.contents().size() - offset, section.name());
    }
}
