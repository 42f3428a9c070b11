package org.offloadtck.object.check.entry;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;

/// An entry section whose bytes fit no layout.
///
/// Requirement: OC-16.
public final class MalformedTable {

    /// Infix of the symbols of entries. Source: LLVM 13 to 23, `.omp_offloading.entry.` until 18,
    /// `.offloading.entry.` from 19 on.
    private static final String ENTRY_SYMBOL = "offloading.entry.";

    private final ElfObject object;
    private final int index;
    private final EntryLayout layout;
    private final Observations observations;

    /// @param index of the section
    /// @param layout the layout that the section should have
    public MalformedTable(
            ElfObject object, int index, EntryLayout layout, Observations observations) {
        this.object = object;
        this.index = index;
        this.layout = layout;
        this.observations = observations;
    }

    /// The layout that the file's other evidence suggests: first the sizes of the entries' symbols,
    /// then the section's name, then the offsets of the relocated pointers.
    ///
    /// @param named the layouts of the releases that write a section of this name
    public static EntryLayout likely(ElfObject object, int index, Set<EntryLayout> named) {
        var sizes = new HashMap<Long, Integer>();
        for (var symbol : object.symbols()) {
            if (isEntry(symbol, index)) {
                sizes.merge(symbol.size(), 1, Integer::sum);
            }
        }
        var common = sizes.entrySet().stream().max(Map.Entry.comparingByValue());
        for (var layout : EntryLayout.values()) {
            if (common.isPresent() && common.get().getKey() == layout.size()) {
                return layout;
            }
        }
        if (named.size() == 1) {
            return named.iterator().next();
        }
        return fitting(object, index, EntryLayout.VERSION_1)
                        > fitting(object, index, EntryLayout.LEGACY)
                ? EntryLayout.VERSION_1
                : EntryLayout.LEGACY;
    }

    private static boolean isEntry(Symbol symbol, int index) {
        return symbol.place().equals(new SymbolPlace.InSection(index))
                && symbol.name().contains(ENTRY_SYMBOL);
    }

    /// The share of the relocations that are of pointers of the layout.
    private static double fitting(ElfObject object, int index, EntryLayout layout) {
        return object.index()
                .relocations(index)
                .offsets()
                .mapToInt(at -> layout.isPointer(at) ? 1 : 0)
                .average()
                .orElse(0);
    }

    /// Reports the faults of the section.
    ///
    /// @return its entries, if only their reserved words or versions are wrong
    public Optional<EntryTable> read() {
        if (isStripped()) {
            add(
                    section().contents().base(),
                    "the section has no relocations when each entry has two pointers at least: a tool removed them, and the object cannot be linked");
            return Optional.empty();
        }
        EntryTable table;
        try {
            table = EntryTable.read(object, index, layout);
        } catch (MalformedObjectException e) {
            add(e.offset(), "as entries of %d bytes: %s".formatted(layout.size(), e.problem()));
            return Optional.empty();
        }
        if (!isRelocatedInPlace()) {
            return Optional.empty();
        }
        long start = section().contents().base();
        boolean words = false;
        for (var row : table.rows()) {
            words |= reserved(start, row);
        }
        if (!words) {
            add(start, "the bytes are no entries of %d bytes".formatted(layout.size()));
        }
        return words ? Optional.of(table) : Optional.empty();
    }

    /// Whether the pointers of an object are gone. `llvm-strip` without options removes the symbols
    /// and relocations of relocatable objects.
    private boolean isStripped() {
        return object.header().type().equals(ElfType.RELOCATABLE)
                && object.relocations(index).isEmpty();
    }

    /// Whether every relocation of the section is of a pointer of the layout; reports the first
    /// that is not.
    private boolean isRelocatedInPlace() {
        if (!object.header().type().equals(ElfType.RELOCATABLE)) {
            return true;
        }
        var misplaced =
                object.index()
                        .relocations(index)
                        .offsets()
                        .filter(at -> !layout.isPointer(at))
                        .findFirst();
        misplaced.ifPresent(at ->
                add(
                        section().contents().base() + at,
                        "byte %d of an entry is relocated when entries of %d bytes have pointers at bytes %s only"
                                .formatted(
                                        Math.floorMod(at, layout.size()),
                                        layout.size(),
                                        layout.pointerOffsets())));
        return misplaced.isEmpty();
    }

    private boolean reserved(long start, EntryTable.Row row) {
        if (row.fields().reserved() != 0) {
            add(
                    start + row.offset(),
                    "the reserved word of entry '%s' is 0x%x when it should be 0, by which runtimes recognise entries of %d bytes"
                            .formatted(row.name(), row.fields().reserved(), layout.size()));
            return true;
        }
        if (layout == EntryLayout.VERSION_1 && row.fields().version() == 0) {
            add(
                    start + row.offset() + Long.BYTES,
                    "the version of entry '%s' is 0 when it should be 1".formatted(row.name()));
            return true;
        }
        return false;
    }

    private Section section() {
        return object.sections().get(index);
    }

    private void add(long offset, String problem) {
        observations.add(EntryRule.MALFORMED_ENTRIES, section().name(), offset, problem);
    }
}
