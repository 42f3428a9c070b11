package org.offloadtck.linker.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// A random link line: a few objects and archives whose images define and need a few symbols.
record RandomLinkLine(List<Part> parts) {

    private static final List<String> SYMBOLS = List.of("f", "g", "h", "k");

    /// An object, or an archive of several objects.
    record Part(List<Unit> units, Placement placement) {}

    enum Placement {
        OBJECT,
        ARCHIVE,
        /// An archive that the line names again at its end.
        ARCHIVE_TWICE
    }

    /// The symbols that one device image defines and needs.
    record Unit(Set<String> hidden, Set<String> visible, Set<String> strong, Set<String> weak) {

        /// An image needs no symbol that it defines, and defines each symbol once.
        Unit {
            visible = without(visible, hidden);
            strong = without(without(strong, hidden), visible);
            weak = without(without(without(weak, hidden), visible), strong);
        }

        private static Set<String> without(Set<String> names, Set<String> others) {
            return Set.copyOf(names.stream().filter(name -> !others.contains(name)).toList());
        }

        byte[] image() {
            return SampleObject.named("image")
                    .data(data -> {
                        for (String name : sorted(hidden)) {
                            data.define(
                                            SymbolDefinition.global(name, Long.BYTES)
                                                    .with(SymbolVisibility.HIDDEN))
                                    .u64(0);
                        }
                        sorted(visible)
                                .forEach(name ->
                                        data.define(SymbolDefinition.global(name, Long.BYTES))
                                                .u64(0));
                        sorted(strong).forEach(name -> data.address(name, 0));
                        sorted(weak).forEach(name -> data.address(name, 0));
                    })
                    .with(object ->
                            sorted(weak).forEach(name -> object.reference(weakReference(name))))
                    .bytes();
        }

        private static Symbol weakReference(String name) {
            var symbol = Symbol.undefined(name);
            return new Symbol(
                    name,
                    SymbolBinding.WEAK,
                    symbol.type(),
                    symbol.visibility(),
                    symbol.place(),
                    symbol.value(),
                    symbol.size());
        }

        private static List<String> sorted(Set<String> names) {
            return names.stream().sorted().toList();
        }
    }

    /// Up to four parts of up to three images.
    static Arbitrary<RandomLinkLine> any() {
        var names = Arbitraries.of(SYMBOLS).set().ofMaxSize(2);
        var units = Combinators.combine(names, names, names, names).as(Unit::new);
        var parts =
                Combinators.combine(
                                units.list().ofMinSize(1).ofMaxSize(3),
                                Arbitraries.of(Placement.class))
                        .as((members, placement) ->
                                new Part(
                                        placement == Placement.OBJECT
                                                ? members.subList(0, 1)
                                                : members,
                                        placement));
        return parts.list().ofMinSize(1).ofMaxSize(4).map(RandomLinkLine::new);
    }

    /// The parts in the order they are named.
    List<Part> named() {
        var line = new ArrayList<>(parts);
        parts.stream()
                .filter(part -> part.placement() == Placement.ARCHIVE_TWICE)
                .forEach(line::add);
        return line;
    }

    /// `p1u2`: the name of the object or member of unit 2 of part 1, without `.o`.
    static String name(int part, int unit) {
        return "p%du%d".formatted(part, unit);
    }

    /// The object or archive of part `index`.
    LinkInput input(int index) {
        var part = parts.get(index);
        var objects = new ArrayList<LinkInput>();
        for (int unit = 0; unit < part.units().size(); unit++) {
            objects.add(
                    FatObjects.of(
                            name(index, unit) + ".o",
                            List.of(
                                    FatObjects.image(
                                            FatObjects.TRIPLE,
                                            "",
                                            part.units().get(unit).image()))));
        }
        return part.placement() == Placement.OBJECT
                ? objects.getFirst()
                : new LinkInput.ArchiveFile("p%d.a".formatted(index), objects);
    }

    List<LinkInput> inputs() {
        return named().stream().map(part -> input(parts.indexOf(part))).toList();
    }
}
