package org.offloadtck.object.check.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;

/// The functions and variables that a host file defines, by name and by place.
final class HostSymbols {

    /// Functions that are called in code with AddressSanitizer. It adds a red zone to a variable,
    /// and the symbol's size includes it. Seen with clang 16, 19 and 22.
    private static final List<String> SANITIZER =
            List.of("__asan_init", "__asan_register_elf_globals", "__hwasan_init");

    private final ElfObject object;

    HostSymbols(ElfObject object) {
        this.object = object;
    }

    /// The places where symbols called `name` are defined; several local symbols may have the name.
    List<SectionOffset> places(String name) {
        var places = new ArrayList<SectionOffset>();
        for (var symbol : object.index().named(name)) {
            place(symbol).ifPresent(places::add);
        }
        return places;
    }

    private Optional<SectionOffset> place(Symbol symbol) {
        return symbol.place() instanceof SymbolPlace.InSection(var index)
                        && index < object.sections().size()
                ? Optional.of(new SectionOffset(index, symbol.value() - start(index)))
                : Optional.empty();
    }

    List<Symbol> at(SectionOffset place) {
        long value = start(place.section()) + place.offset();
        var symbols = new ArrayList<Symbol>();
        for (var symbol : object.index().at(place.section(), value)) {
            if (!symbol.type().equals(SymbolType.SECTION) && !symbol.name().isEmpty()) {
                symbols.add(symbol);
            }
        }
        return symbols;
    }

    /// Whether symbols may be larger than their variables.
    boolean haveRedZones() {
        return SANITIZER.stream().anyMatch(name -> !object.index().named(name).isEmpty());
    }

    /// The address to which the values of symbols in the section refer.
    private long start(int section) {
        boolean relocatable = object.header().type().equals(ElfType.RELOCATABLE);
        return relocatable ? 0 : object.sections().get(section).address();
    }

    /// Whether the section of `place` has instructions.
    boolean isCode(SectionOffset place) {
        return object.sections().get(place.section()).has(SectionFlag.EXECINSTR);
    }

    /// The first symbol at `place` or, if there is none, the section and the offset.
    String label(SectionOffset place) {
        return at(place).stream()
                .map(Symbol::name)
                .findFirst()
                .orElseGet(() ->
                        "%s+0x%x"
                                .formatted(
                                        object.sections().get(place.section()).name(),
                                        place.offset()));
    }
}
