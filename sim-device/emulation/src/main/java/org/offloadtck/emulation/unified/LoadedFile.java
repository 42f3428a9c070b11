package org.offloadtck.emulation.unified;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ProgramHeader;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolType;

/// The static variables and functions of an executable or library that a process has loaded, from
/// its symbol table.
///
/// @param file that was loaded
/// @param bias from an address in the file to the address in the process
record LoadedFile(ElfObject file, long bias) {

    /// Largest file that is read for a message, in bytes.
    private static final long LARGEST = 256L << 20;

    /// Prefix of the functions that OpenMP programs of LLVM call (LLVM 15 and later,
    /// `openmp/libomptarget/include/omptarget.h`).
    private static final String OFFLOADING = "__tgt_";

    /// Reads the symbol table of a file that a process has loaded.
    ///
    /// @param start address of the first byte of the file in the process
    /// @return empty if the file cannot be read
    static Optional<LoadedFile> of(Path path, long start) {
        try {
            if (Files.size(path) > LARGEST) {
                return Optional.empty();
            }
            var name = String.valueOf(path.getFileName());
            var file = ElfObject.parse(name, Files.readAllBytes(path));
            boolean isFixed = file.header().type().equals(ElfType.EXECUTABLE);
            return Optional.of(new LoadedFile(file, isFixed ? 0 : start - base(file)));
        } catch (IOException | MalformedObjectException _) {
            return Optional.empty();
        }
    }

    /// The address in the file of its first byte.
    private static long base(ElfObject file) {
        return file.programHeaders().stream()
                .filter(header -> header.type() == ProgramHeader.LOAD && header.offset() == 0)
                .mapToLong(ProgramHeader::virtualAddress)
                .findFirst()
                .orElse(0);
    }

    /// What is known of an address: the variable that contains it, or the pointer that points to it
    /// or nearest before it, and the map clause for it.
    ///
    /// @param pointed the value of a pointer, by its address in the process; empty if it points to
    ///   other memory than that of the address
    Optional<String> describe(long address, LongFunction<Optional<Long>> pointed) {
        return containing(address).or(() -> pointer(address, pointed));
    }

    private Optional<String> containing(long address) {
        return variables()
                .filter(each -> address >= start(each) && address < start(each) + each.size())
                .findFirst()
                .map(each ->
                        "in variable %s (%d bytes) of %s%s"
                                .formatted(
                                        each.name(),
                                        each.size(),
                                        file.source(),
                                        clause(each.name())));
    }

    private Optional<String> pointer(long address, LongFunction<Optional<Long>> pointed) {
        record Pointer(String name, long target) {}
        return variables()
                .filter(each -> each.size() == Long.BYTES)
                .flatMap(each ->
                        pointed.apply(start(each)).stream()
                                .map(target -> new Pointer(each.name(), target)))
                .filter(each -> each.target() <= address)
                .max(Comparator.comparingLong(Pointer::target))
                .map(each ->
                        "%swhere pointer %s of %s points%s"
                                .formatted(
                                        distance(address - each.target()),
                                        each.name(),
                                        file.source(),
                                        clause(each.name() + "[0:n]")));
    }

    /// A code address: `main in a.out+0x1184`, where the number is the address in the file.
    ///
    /// @param past bytes that the address is past the instruction
    String frame(long address, int past) {
        long place = address - bias;
        var where = "%s+0x%x".formatted(file.source(), place);
        return symbols(SymbolType.FUNC)
                .filter(each -> Long.compareUnsigned(place - past - each.value(), each.size()) < 0)
                .findFirst()
                .map(each -> each.name() + " in " + where)
                .orElse(where);
    }

    private static String distance(long bytes) {
        return bytes == 0 ? "" : "%d bytes from ".formatted(bytes);
    }

    /// A map clause if the program is one of OpenMP.
    private String clause(String item) {
        return file.dynamicSymbols().stream().anyMatch(one -> one.name().startsWith(OFFLOADING))
                ? "; map(tofrom: %s) would map it".formatted(item)
                : "";
    }

    private long start(Symbol variable) {
        return variable.value() + bias;
    }

    private Stream<Symbol> variables() {
        return symbols(SymbolType.OBJECT);
    }

    private Stream<Symbol> symbols(SymbolType type) {
        return Stream.concat(file.symbols().stream(), file.dynamicSymbols().stream())
                .filter(each -> each.type().equals(type) && !each.isUndefined());
    }
}
