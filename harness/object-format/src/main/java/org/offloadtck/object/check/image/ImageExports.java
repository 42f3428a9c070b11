package org.offloadtck.object.check.image;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.observation.EntryContent;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// The symbols that an image has for entries: those that a runtime finds, and those that it does
/// not.
///
/// The plugins for CPUs call `dlsym`, which reads `.dynsym` only: there a symbol is neither local
/// nor hidden and has an address. A device linker exports the global symbols of its inputs, except
/// hidden ones. The driver of CUDA finds global symbols. Tried with libomptarget 16, 19 and 22.
///
/// The plugins of LLVM 15 and earlier read addresses from the entries that an image for a CPU has
/// of its own, so they find local and hidden symbols too. Tried with libomptarget 15.
///
/// @param found the names of the symbols that a runtime finds
/// @param lost the symbols that it does not find
record ImageExports(Set<String> found, List<Lost> lost) {

    /// `STO_CUDA_ENTRY`, which kernels have and other functions lack in cubins of `ptxas`, such as
    /// that of `objects/z16.o`. No driver was tried.
    private static final int CUDA_ENTRY = 0x10;

    /// A symbol that a runtime does not find.
    ///
    /// @param offset of the field at fault, in bytes from the start of the file
    record Lost(ImageRule rule, String name, long offset, String problem) {}

    /// The symbols of the image whose names are in `entries`.
    static ImageExports of(OpenedImage image, Set<String> entries) {
        var exports = new ImageExports(new HashSet<>(), new ArrayList<>());
        var object = image.object();
        boolean linked = image.found().stage() == ImageStage.LINKED;
        boolean onCpu = object.header().machine().runsOnAStack();
        var table = linked && onCpu ? SectionType.DYNSYM : SectionType.SYMTAB;
        var sections = object.sections(table);
        if (sections.isEmpty()) {
            return exports;
        }
        var symbols = linked && onCpu ? object.dynamicSymbols() : object.symbols();
        var own = OwnEntries.of(object);
        long base = sections.getFirst().contents().base();
        for (int index = 0; index < symbols.size(); index++) {
            var symbol = symbols.get(index);
            if (entries.contains(symbol.name())) {
                var fault =
                        fault(symbol, linked, onCpu)
                                .or(() ->
                                        isOrdinary(object, symbol) ? NO_KERNEL : Optional.empty());
                exports.add(symbol, fault, own, base + (long) index * SymbolTable.ROW);
            }
        }
        if (linked && onCpu) {
            exports.addOutsideDynamic(object.symbols(), entries, own, base);
        }
        return exports;
    }

    /// A fault of a symbol.
    ///
    /// @param field offset in the row of the symbol
    private record Fault(int field, String problem) {}

    private static final Optional<Fault> NO_KERNEL =
            Optional.of(
                    new Fault(
                            SymbolTable.ST_OTHER,
                            "is no kernel: st_other lacks 0x10, by which the driver finds kernels"));

    /// Whether the symbol of a region is that of an ordinary function of a cubin. The kit's device
    /// containers have PTX, which says itself what is a kernel.
    private static boolean isOrdinary(ElfObject object, Symbol symbol) {
        return object.header().machine().equals(ElfMachine.CUDA)
                && !DeviceContainer.isContainer(object)
                && symbol.type().equals(SymbolType.FUNC)
                && EntryContent.isRegionName(symbol.name())
                && (symbol.other() & CUDA_ENTRY) == 0;
    }

    private static Optional<Fault> fault(Symbol symbol, boolean linked, boolean onCpu) {
        if (symbol.isUndefined() && !(linked && onCpu && symbol.value() != 0)) {
            return Optional.of(
                    new Fault(SymbolTable.ST_SHNDX, "is undefined when it should be defined"));
        }
        if (symbol.isLocal()) {
            return Optional.of(new Fault(SymbolTable.ST_INFO, "is local when it should be global"));
        }
        if (onCpu && symbol.visibility().equals(SymbolVisibility.HIDDEN)) {
            return Optional.of(
                    new Fault(
                            SymbolTable.ST_OTHER,
                            "is hidden when it should be protected or default"));
        }
        if (onCpu && symbol.visibility().equals(SymbolVisibility.INTERNAL)) {
            return Optional.of(
                    new Fault(
                            SymbolTable.ST_OTHER,
                            "is internal when it should be protected or default"));
        }
        return linked && onCpu && symbol.value() == 0
                ? Optional.of(
                        new Fault(
                                SymbolTable.ST_VALUE,
                                "has address 0 when it should have that of its definition"))
                : Optional.empty();
    }

    private void add(Symbol symbol, Optional<Fault> fault, Set<String> own, long row) {
        boolean byEntry =
                own.contains(symbol.name())
                        && fault.filter(one -> one.field() != SymbolTable.ST_SHNDX).isPresent();
        if (fault.isEmpty() || (byEntry && symbol.isLocal())) {
            found.add(symbol.name());
        } else {
            lost.add(
                    new Lost(
                            byEntry
                                    ? ImageRule.SYMBOL_FOUND_BY_ENTRY
                                    : ImageRule.SYMBOL_NOT_EXPORTED,
                            symbol.name(),
                            row + fault.get().field(),
                            fault.get().problem()));
        }
    }

    /// Adds the definitions that `.symtab` has and `.dynsym` lacks.
    private void addOutsideDynamic(
            List<Symbol> symbols, Set<String> entries, Set<String> own, long base) {
        Set<String> known = new HashSet<>(found);
        lost.forEach(symbol -> known.add(symbol.name()));
        for (var symbol : symbols) {
            if (entries.contains(symbol.name())
                    && !symbol.isUndefined()
                    && known.add(symbol.name())) {
                add(
                        symbol,
                        Optional.of(new Fault(0, "is in .symtab when it should be in .dynsym too")),
                        own,
                        base);
            }
        }
    }
}
