package org.offloadtck.object.check.image;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.UnwindTable;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;

/// Checks that the symbols of kernels lead to the start of a function: plugins launch a kernel at
/// the address of its symbol. Tried with LLVM 16 and 19 on a CPU: a symbol that is absolute, in
/// data, beyond its section or inside its function ends in a crash, an abort or a wrong result.
///
/// A section called `.text` is code even if its flags do not say so: GNU ld merges it with the code
/// of the startup files, and such an image runs. The start is known from unwind tables, and in a
/// section of one kernel's own. Kernels for AMD GPUs are launched by their descriptors, and those
/// of the kit's device containers are found in their PTX.
///
/// Requirement: OC-56.
///
/// @param kernels the names of the regions for which the host has entries
record KernelPlaceCheck(Observations observations, Set<String> kernels) {

    private static final String CODE = ".text";

    /// A fault of a symbol.
    ///
    /// @param field offset in the row of the symbol
    private record Fault(int field, String problem) {}

    void read(OpenedImage image) {
        var object = image.object();
        if (kernels.isEmpty()
                || object.header().machine().equals(ElfMachine.AMDGPU)
                || DeviceContainer.isContainer(object)) {
            return;
        }
        boolean isDynamic =
                image.found().stage() == ImageStage.LINKED
                        && object.header().machine().runsOnAStack();
        var tables = object.sections(isDynamic ? SectionType.DYNSYM : SectionType.SYMTAB);
        if (tables.isEmpty()) {
            return;
        }
        var unwind = UnwindTable.of(object);
        List<Symbol> symbols = isDynamic ? object.dynamicSymbols() : object.symbols();
        long base = tables.getFirst().contents().base();
        for (int index = 0; index < symbols.size(); index++) {
            long row = base + (long) index * SymbolTable.ROW;
            var symbol = symbols.get(index);
            if (kernels.contains(symbol.name()) && !symbol.isUndefined()) {
                fault(image, unwind, symbol).ifPresent(fault -> add(image, symbol, row, fault));
            }
        }
    }

    private void add(OpenedImage image, Symbol symbol, long row, Fault fault) {
        observations.add(
                ImageRule.KERNEL_MISPLACED,
                image.found().section(),
                row + fault.field(),
                "kernel '%s' %s".formatted(symbol.name(), fault.problem()));
    }

    private static Optional<Fault> fault(OpenedImage image, UnwindTable unwind, Symbol symbol) {
        if (!(symbol.place() instanceof SymbolPlace.InSection(int index))) {
            return Optional.of(
                    new Fault(
                            SymbolTable.ST_SHNDX,
                            "has no section when it should be in a section of code"));
        }
        var sections = image.object().sections();
        if (index >= sections.size()) {
            return Optional.empty();
        }
        var section = sections.get(index);
        if (!isCode(section)) {
            return Optional.of(
                    new Fault(
                            SymbolTable.ST_SHNDX,
                            "is in section %s when it should be in a section of code"
                                    .formatted(section.name())));
        }
        long offset = symbol.value() - section.address();
        return start(unwind, symbol, index, section, offset)
                .map(start -> besides(section, offset, start))
                .orElseGet(() -> beyond(section, offset, symbol.size()));
    }

    private static Optional<Fault> besides(Section section, long offset, long start) {
        return offset == start
                ? Optional.empty()
                : Optional.of(
                        new Fault(
                                SymbolTable.ST_VALUE,
                                "is at 0x%x of section %s when it should be at 0x%x, where its function starts"
                                        .formatted(offset, section.name(), start)));
    }

    private static Optional<Fault> beyond(Section section, long offset, long size) {
        return offset >= 0 && offset <= section.size() - size
                ? Optional.empty()
                : Optional.of(
                        new Fault(
                                SymbolTable.ST_VALUE,
                                "has %d bytes at 0x%x of section %s when they should be in its 0x%x bytes"
                                        .formatted(size, offset, section.name(), section.size())));
    }

    private static boolean isCode(Section section) {
        return section.has(SectionFlag.EXECINSTR)
                || section.name().equals(CODE)
                || section.name().startsWith(CODE + ".");
    }

    /// Where the function starts that has the byte at `offset`; empty if that is not known.
    private static Optional<Long> start(
            UnwindTable unwind, Symbol symbol, int index, Section section, long offset) {
        return section.name().equals(CODE + "." + symbol.name())
                ? Optional.of(0L)
                : unwind.function(index, offset).map(UnwindTable.Range::start);
    }
}
