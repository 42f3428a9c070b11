package org.offloadtck.linker.relocatable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.elf.build.SectionAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;

/// A merged object is equivalent to its inputs: the order of merging does not change the program.
final class RelocatableMergeProperties {

    private static final int WORDS = 4;

    /// A word of data with the address of another word, local or global.
    ///
    /// @param unit the unit of the other word, if that is global
    record Word(int unit, int index, boolean local, int alignment) {}

    record Unit(List<Word> words) {}

    @Provide
    Arbitrary<List<Unit>> units() {
        var word =
                Combinators.combine(
                                Arbitraries.integers().between(0, 3),
                                Arbitraries.integers().between(0, WORDS - 1),
                                Arbitraries.of(true, false),
                                Arbitraries.of(8, 16, 64))
                        .as(Word::new);
        var unit = word.list().ofSize(WORDS).map(Unit::new);
        return unit.list().ofMinSize(1).ofMaxSize(4);
    }

    @Property(seed = "20261121", tries = 150, edgeCases = EdgeCasesMode.NONE)
    void aProgramOfAMergedObjectIsThatOfItsParts(@ForAll("units") List<Unit> units) {
        var parts = inputs(units);

        var merged = merged("merged.o", parts);

        assertThat(pointers(List.of(merged), units)).isEqualTo(pointers(parts, units));
    }

    @Property(seed = "20261121", tries = 100, edgeCases = EdgeCasesMode.NONE)
    void mergingInStepsIsMergingAtOnce(@ForAll("units") List<Unit> units, @ForAll int random) {
        var parts = inputs(units);
        int split = Math.floorMod(random, units.size()) + 1;
        var line = new ArrayList<LinkInput>();
        line.add(merged("first.o", parts.subList(0, split)));
        line.addAll(parts.subList(split, parts.size()));

        var inSteps = merged("merged.o", line);

        assertThat(pointers(List.of(inSteps), units)).isEqualTo(pointers(parts, units));
    }

    private static LinkInput merged(String output, List<LinkInput> parts) {
        return LinkInput.read(output, RelocatableMerge.merge(output, parts).write());
    }

    private static List<LinkInput> inputs(List<Unit> units) {
        var inputs = new ArrayList<LinkInput>();
        for (int unit = 0; unit < units.size(); unit++) {
            inputs.add(input(units, unit));
        }
        return inputs;
    }

    /// The object's words in two sections: global words, and local words with names that every
    /// object uses.
    private static LinkInput input(List<Unit> units, int unit) {
        var words = units.get(unit).words();
        return SampleObject.named("u%d.o".formatted(unit))
                .data(data -> fill(data, "g%d_".formatted(unit), units, words))
                .section("pointers", 3, data -> fill(data, "l", units, words))
                .input();
    }

    private static void fill(
            SectionAssembler data, String prefix, List<Unit> units, List<Word> words) {
        for (int index = 0; index < words.size(); index++) {
            Word word = words.get(index);
            String name = prefix + index;
            data.align(word.alignment())
                    .define(
                            prefix.equals("l")
                                    ? SymbolDefinition.local(name, 8)
                                    : SymbolDefinition.global(name, 8))
                    .address(target(word, units.size()), 0);
        }
    }

    private static String target(Word word, int units) {
        return word.local()
                ? "l" + word.index()
                : "g%d_%d".formatted(word.unit() % units, word.index());
    }

    /// For each global word, the global word that it points to, possibly through a local word.
    private static SortedMap<String, String> pointers(List<LinkInput> line, List<Unit> units) {
        var program = StaticLinker.link(line, Imports.none());
        var pointers = new TreeMap<String, String>();
        for (int unit = 0; unit < units.size(); unit++) {
            for (int index = 0; index < WORDS; index++) {
                String name = "g%d_%d".formatted(unit, index);
                pointers.put(name, path(program, program.address(name).orElseThrow()));
            }
        }
        return pointers;
    }

    /// The names on the path from word to word, up to [#WORDS] steps.
    private static String path(HostExecutable program, long from) {
        var path = new StringBuilder();
        long at = from;
        for (int step = 0; step < WORDS; step++) {
            at = program.bytes(at).orElseThrow().i64(0, "word");
            path.append(' ').append(name(program, at));
        }
        return path.toString();
    }

    private static String name(HostExecutable program, long address) {
        return program.elf().symbols().stream()
                .filter(symbol -> symbol.value() == address && symbol.size() == Long.BYTES)
                .map(symbol -> symbol.name())
                .findFirst()
                .orElse("?");
    }
}
