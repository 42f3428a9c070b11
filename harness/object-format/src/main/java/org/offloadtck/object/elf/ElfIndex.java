package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.relocation.RelocationMap;

/// Lookup tables over the symbols, sections and relocations of an object. Each table is built on
/// its first use, so that a check of n entries and m symbols takes time proportional to n + m.
public final class ElfIndex {

    private final ElfObject object;
    private final Lazy<NamedSymbols> byName;
    private final Lazy<Map<Integer, PlacedSymbols>> bySection = new Lazy<>(this::sections);
    private final Lazy<PlacedSymbols> byValue = new Lazy<>(this::defined);
    private final Lazy<NavigableMap<Long, Extent>> extents = new Lazy<>(this::allocatedExtents);
    private final Lazy<RelocationMap> loader = new Lazy<>(this::ofLoader);
    private final Map<Integer, RelocationMap> linker = new ConcurrentHashMap<>();

    ElfIndex(ElfObject object) {
        this.object = object;
        this.byName = new Lazy<>(() -> new NamedSymbols(object.symbols()));
    }

    /// A value computed on its first use.
    private static final class Lazy<T> {

        private final Supplier<T> source;
        private volatile Optional<T> value = Optional.empty();

        Lazy(Supplier<T> source) {
            this.source = source;
        }

        T get() {
            var computed = value;
            if (computed.isEmpty()) {
                computed = Optional.of(source.get());
                value = computed;
            }
            return computed.get();
        }
    }

    /// A range of addresses.
    ///
    /// @param end exclusive, unsigned
    private record Extent(int section, long end) {}

    /// The symbols of `.symtab` with that name, in the order of the table.
    public List<Symbol> named(String name) {
        return byName.get().named(name);
    }

    /// The symbols of `.symtab` that the section at index `section` defines with that value, in the
    /// order of the table.
    public List<Symbol> at(int section, long value) {
        return bySection.get().getOrDefault(section, PlacedSymbols.NONE).at(value);
    }

    /// The symbols of `.symtab` that some section defines with that value, in the order of the
    /// table; in a linked object, the value is an address.
    public List<Symbol> at(long value) {
        return byValue.get().at(value);
    }

    /// The index of the first allocated section that contains the address.
    public OptionalInt section(long address) {
        var extent = extents.get().floorEntry(key(address));
        return extent != null && Long.compareUnsigned(address, extent.getValue().end()) < 0
                ? OptionalInt.of(extent.getValue().section())
                : OptionalInt.empty();
    }

    /// The relocations that a loader applies, by address. Rows of type NONE are left out.
    public RelocationMap loaderRelocations() {
        return loader.get();
    }

    /// The relocations that a linker applies to the section at index `section`, by offset. Rows of
    /// type NONE are left out.
    public RelocationMap relocations(int section) {
        return linker.computeIfAbsent(
                section, index -> new RelocationMap(object.relocations(index)));
    }

    private RelocationMap ofLoader() {
        return new RelocationMap(object.dynamicRelocations());
    }

    private Map<Integer, PlacedSymbols> sections() {
        var lists = new HashMap<Integer, List<Symbol>>();
        for (var symbol : object.symbols()) {
            if (symbol.place() instanceof SymbolPlace.InSection(var index)) {
                lists.computeIfAbsent(index, _ -> new ArrayList<>()).add(symbol);
            }
        }
        var sections = new HashMap<Integer, PlacedSymbols>();
        lists.forEach((index, symbols) -> sections.put(index, PlacedSymbols.of(symbols)));
        return sections;
    }

    private PlacedSymbols defined() {
        return PlacedSymbols.of(
                object.symbols().stream()
                        .filter(symbol -> symbol.place() instanceof SymbolPlace.InSection)
                        .toList());
    }

    /// The ranges of the allocated sections, cut so that they do not overlap: an address belongs to
    /// the first of its sections.
    private NavigableMap<Long, Extent> allocatedExtents() {
        var covered = new TreeMap<Long, Extent>();
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (section.has(SectionFlag.ALLOC) && section.size() > 0 && !isTemplate(section)) {
                cover(covered, index, section);
            }
        }
        return covered;
    }

    /// Whether the section is `.tbss`: its addresses are those of the sections that follow it.
    /// Source: *ELF Handling For Thread-Local Storage*, section 3.
    private static boolean isTemplate(Section section) {
        return section.has(SectionFlag.TLS) && !section.type().occupiesFile();
    }

    private static void cover(NavigableMap<Long, Extent> covered, int index, Section section) {
        long end = end(section);
        long next = section.address();
        var before = covered.floorEntry(key(next));
        if (before != null && Long.compareUnsigned(before.getValue().end(), next) > 0) {
            next = before.getValue().end();
        }
        while (Long.compareUnsigned(next, end) < 0) {
            var after = covered.ceilingEntry(key(next));
            long limit =
                    after != null && Long.compareUnsigned(address(after.getKey()), end) < 0
                            ? address(after.getKey())
                            : end;
            if (limit != next) {
                covered.put(key(next), new Extent(index, limit));
            }
            next = limit == end || after == null ? end : after.getValue().end();
        }
    }

    /// The end of the section's addresses; the last address of all if they wrap around.
    private static long end(Section section) {
        long end = section.address() + section.size();
        return Long.compareUnsigned(end, section.address()) < 0 ? -1 : end;
    }

    /// An address as a key whose signed order is the unsigned order of addresses.
    private static long key(long address) {
        return address + Long.MIN_VALUE;
    }

    private static long address(long key) {
        return key - Long.MIN_VALUE;
    }
}
