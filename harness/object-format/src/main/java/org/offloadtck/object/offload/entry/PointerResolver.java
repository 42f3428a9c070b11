package org.offloadtck.object.offload.entry;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.relocation.RelocationMap;

/// Resolves the pointers of one section. In a relocatable object, a relocation names the target of
/// a pointer. In a linked object, the target is the address in the file or, if a loader relocates
/// the pointer, the addend of the relocation.
public final class PointerResolver {

    private final ElfObject object;
    private final Section section;
    private final boolean linked;
    private final List<Symbol> symbols;
    private final long start;
    private final RelocationMap relocations;

    /// @param section index of the section that has the pointers
    public PointerResolver(ElfObject object, int section) {
        this.object = object;
        this.section = object.sections().get(section);
        this.linked = !object.header().type().equals(ElfType.RELOCATABLE);
        this.symbols = linked ? object.dynamicSymbols() : object.symbols();
        this.start = linked ? this.section.address() : 0;
        this.relocations =
                linked ? object.index().loaderRelocations() : object.index().relocations(section);
    }

    /// A section and an offset into it.
    ///
    /// @param section index in [ElfObject#sections]
    /// @param offset in bytes; not verified against the section's size
    public record SectionOffset(int section, long offset) {}

    /// The target of the pointer at `offset` of the section, as a symbol if one is known.
    public PointerTarget at(long offset) {
        long stored = section.contents().i64(offset, "pointer");
        var found = relocations.at(start + offset);
        if (found.isEmpty()) {
            return named(stored);
        }
        var relocation = found.get();
        if (relocation.symbol() == 0) {
            return named(relocation.addend());
        }
        return new PointerTarget.ToSymbol(name(symbol(relocation, offset)), relocation.addend());
    }

    /// The address in the pointer at `offset` when the object is loaded at its stated addresses;
    /// empty in a relocatable object and for a symbol of another object.
    public OptionalLong address(long offset) {
        if (!linked) {
            return OptionalLong.empty();
        }
        var found = relocations.at(start + offset);
        if (found.isEmpty()) {
            return OptionalLong.of(section.contents().i64(offset, "pointer"));
        }
        var relocation = found.get();
        if (relocation.symbol() == 0) {
            return OptionalLong.of(relocation.addend());
        }
        var symbol = symbol(relocation, offset);
        return symbol.isUndefined()
                ? OptionalLong.empty()
                : OptionalLong.of(symbol.value() + relocation.addend());
    }

    /// The section and offset to which the pointer at `offset` points; empty if the pointer is null
    /// or points outside the file.
    public Optional<SectionOffset> place(long offset) {
        if (linked) {
            var address = address(offset);
            return address.isPresent() ? loaded(address.getAsLong()) : Optional.empty();
        }
        var relocation = relocations.at(start + offset);
        if (relocation.isEmpty()) {
            return Optional.empty();
        }
        var symbol = symbol(relocation.get(), offset);
        return symbol.place() instanceof SymbolPlace.InSection(var index)
                ? Optional.of(new SectionOffset(index, symbol.value() + relocation.get().addend()))
                : Optional.empty();
    }

    /// The section and offset to which the pointer at `offset` points as an exclusive end: the end
    /// of a section rather than the start of the next.
    public Optional<SectionOffset> end(long offset) {
        if (!linked) {
            return place(offset);
        }
        var address = address(offset);
        return address.isEmpty()
                ? Optional.empty()
                : loaded(address.getAsLong() - 1)
                        .map(last -> new SectionOffset(last.section(), last.offset() + 1));
    }

    /// The NUL-terminated text to which the pointer at `offset` points.
    public String text(long offset) {
        var place =
                place(offset)
                        .orElseThrow(() ->
                                section.contents()
                                        .malformed(
                                                offset,
                                                FormatRule.INDEX,
                                                "the name is %s, where no section has bytes"
                                                        .formatted(at(offset).label())));
        return object.sections().get(place.section()).contents().cString(place.offset(), "name");
    }

    /// Offsets of the relocated pointers in the section, ascending.
    LongStream relocated() {
        return relocations.within(start, Math.max(start, start + section.size())).stream()
                .mapToLong(relocation -> relocation.offset() - start);
    }

    ObjectBytes contents() {
        return section.contents();
    }

    /// The symbol of a relocation. The relocation's table may refer to another symbol table than
    /// the one in use, so the index is verified.
    private Symbol symbol(Relocation relocation, long offset) {
        if (relocation.symbol() >= symbols.size()) {
            throw section.contents()
                    .malformed(
                            offset,
                            FormatRule.INDEX,
                            "the pointer is relocated to symbol %d of %d"
                                    .formatted(relocation.symbol(), symbols.size()));
        }
        return symbols.get(relocation.symbol());
    }

    private Optional<SectionOffset> loaded(long address) {
        var found = object.index().section(address);
        return found.isEmpty() ? Optional.empty() : Optional.of(offset(found.getAsInt(), address));
    }

    private SectionOffset offset(int index, long address) {
        return new SectionOffset(index, address - object.sections().get(index).address());
    }

    private PointerTarget named(long address) {
        if (address == 0) {
            return new PointerTarget.Null();
        }
        return symbols(address)
                .filter(PointerResolver::isNamed)
                .findFirst()
                .<PointerTarget>map(symbol -> new PointerTarget.ToSymbol(symbol.name(), 0))
                .orElseGet(() -> new PointerTarget.ToAddress(address));
    }

    /// The symbols at an address of a linked object, the last of the symbol table first.
    private Stream<Symbol> symbols(long address) {
        return linked ? object.index().at(address).reversed().stream() : Stream.of();
    }

    private static boolean isNamed(Symbol symbol) {
        return !symbol.type().equals(SymbolType.SECTION) && !symbol.name().isEmpty();
    }

    private String name(Symbol symbol) {
        return symbol.type().equals(SymbolType.SECTION)
                        && symbol.place() instanceof SymbolPlace.InSection(var index)
                ? object.sections().get(index).name()
                : symbol.name();
    }
}
