package org.offloadtck.object.check.image;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// Checks that the images of a target export the symbols that OpenMP entries name.
///
/// The plugins for CPUs call `dlsym`, which reads `.dynsym` only: there a symbol is neither local
/// nor hidden and has an address. A device linker exports the global symbols of its inputs, except
/// hidden ones. The driver of CUDA finds global symbols. Tried with libomptarget 16, 19 and 22.
///
/// Requirement: OC-36.
final class ExportedSymbolCheck {

    /// Infix of the entries that images have of their own; see [ImageEntryCheck].
    private static final String OWN_ENTRY = "offloading.entry.";

    /// Size of an `Elf64_Sym`, and offsets of its fields.
    private static final int ROW = 24;

    private static final int ST_INFO = 4;
    private static final int ST_OTHER = 5;
    private static final int ST_SHNDX = 6;
    private static final int ST_VALUE = 8;

    private final Observations observations;
    private final Set<String> entries;

    /// @param entries the names of the OpenMP entries
    ExportedSymbolCheck(Observations observations, Set<String> entries) {
        this.observations = observations;
        this.entries = entries;
    }

    /// A symbol that an entry names and that a runtime does not find.
    ///
    /// @param offset of the field at fault, in bytes from the start of the file
    private record Lost(OpenedImage image, String name, long offset, String problem) {}

    /// The symbols of one target.
    private record Exports(Set<String> found, List<Lost> lost) {

        Exports() {
            this(new HashSet<>(), new ArrayList<>());
        }
    }

    void read(List<OpenedImage> images) {
        Map<Target, Exports> targets = new HashMap<>();
        for (var image : images) {
            if (!image.object().header().machine().equals(ElfMachine.AMDGPU)) {
                add(image, targets.computeIfAbsent(image.target(), _ -> new Exports()));
            }
        }
        targets.values()
                .forEach(target ->
                        target.lost().stream()
                                .filter(lost -> !target.found().contains(lost.name()))
                                .forEach(this::report));
    }

    private void report(Lost lost) {
        observations.add(
                ImageRule.SYMBOL_NOT_EXPORTED,
                lost.image().found().section(),
                lost.offset(),
                "'%s', for which the host has an entry, %s".formatted(lost.name(), lost.problem()));
    }

    private void add(OpenedImage image, Exports exports) {
        var object = image.object();
        boolean dynamic = image.found().stage() == ImageStage.LINKED && isForCpu(object);
        var table = dynamic ? SectionType.DYNSYM : SectionType.SYMTAB;
        var sections = object.sections(table);
        if (sections.isEmpty()) {
            return;
        }
        var symbols = dynamic ? object.dynamicSymbols() : object.symbols();
        long base = sections.getFirst().contents().base();
        for (int index = 0; index < symbols.size(); index++) {
            var symbol = symbols.get(index);
            int own = symbol.name().indexOf(OWN_ENTRY);
            if (own >= 0) {
                exports.found().add(symbol.name().substring(own + OWN_ENTRY.length()));
            } else if (entries.contains(symbol.name())) {
                add(image, exports, symbol, base + (long) index * ROW);
            }
        }
        if (dynamic) {
            addHiddenFromDynamic(image, exports, base);
        }
    }

    private void add(OpenedImage image, Exports exports, Symbol symbol, long row) {
        fault(image, symbol, row)
                .ifPresentOrElse(exports.lost()::add, () -> exports.found().add(symbol.name()));
    }

    private static Optional<Lost> fault(OpenedImage image, Symbol symbol, long row) {
        var name = symbol.name();
        boolean linked = image.found().stage() == ImageStage.LINKED;
        if (symbol.isLocal()) {
            return Optional.of(
                    new Lost(image, name, row + ST_INFO, "is local when it should be global"));
        }
        if (symbol.isUndefined() && !(linked && symbol.value() != 0)) {
            return Optional.of(
                    new Lost(
                            image, name, row + ST_SHNDX, "is undefined when it should be defined"));
        }
        if (isForCpu(image.object()) && isHidden(symbol)) {
            var problem =
                    "is %s when it should be protected or default"
                            .formatted(
                                    symbol.visibility().equals(SymbolVisibility.HIDDEN)
                                            ? "hidden"
                                            : "internal");
            return Optional.of(new Lost(image, name, row + ST_OTHER, problem));
        }
        if (linked && isForCpu(image.object()) && symbol.value() == 0) {
            return Optional.of(
                    new Lost(
                            image,
                            name,
                            row + ST_VALUE,
                            "has address 0 when it should have that of its definition"));
        }
        return Optional.empty();
    }

    private static boolean isHidden(Symbol symbol) {
        return symbol.visibility().equals(SymbolVisibility.HIDDEN)
                || symbol.visibility().equals(SymbolVisibility.INTERNAL);
    }

    /// Adds the definitions that `.symtab` has and `.dynsym` lacks.
    private void addHiddenFromDynamic(OpenedImage image, Exports exports, long base) {
        Set<String> known = new HashSet<>(exports.found());
        exports.lost().forEach(lost -> known.add(lost.name()));
        for (var symbol : image.object().symbols()) {
            if (entries.contains(symbol.name())
                    && !symbol.isUndefined()
                    && known.add(symbol.name())) {
                exports.lost()
                        .add(
                                new Lost(
                                        image,
                                        symbol.name(),
                                        base,
                                        "is in .symtab when it should be in .dynsym too"));
            }
        }
    }

    private static boolean isForCpu(ElfObject object) {
        return object.header().machine().runsOnAStack();
    }
}
