package org.offloadtck.implementation.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.Symbol;
import org.offloadtck.object.elf.SymbolPlace;
import org.offloadtck.object.offload.EntryLayout;
import org.offloadtck.object.offload.EntryTable;
import org.offloadtck.object.offload.Ident;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.plugin.TargetId;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// What the program lowers to, against the host object that clang 16.0.6 made of its source.
final class LoweringAgreesWithClangTest {

    private static final ElfObject CLANG = ElfObject.parse("z16.o", Corpus.bytes("objects/z16.o"));
    private static final ElfObject OURS = Zaxpy.compile("llvm-16");

    @Test
    void entriesAreTheSame() {
        var expected = entries(CLANG);

        assertThat(entries(OURS)).usingRecursiveComparison().isEqualTo(expected);
        assertThat(expected.getFirst().name()).isEqualTo(Zaxpy.KERNEL);
    }

    private static List<EntryTable.Row> entries(ElfObject object) {
        int section =
                object.sections().indexOf(object.section("omp_offloading_entries").orElseThrow());
        return EntryTable.read(object, section, EntryLayout.LEGACY).rows();
    }

    @Test
    void entriesSymbolsAndSectionsAreTheSame() {
        for (var name :
                List.of(
                        ".omp_offloading.entry." + Zaxpy.KERNEL,
                        ".%s.region_id".formatted(Zaxpy.KERNEL),
                        ".omp_offloading.entry_name")) {
            var expected = symbol(CLANG, name);
            var actual = symbol(OURS, name);

            assertThat(actual.binding()).as(name).isEqualTo(expected.binding());
            assertThat(actual.type()).as(name).isEqualTo(expected.type());
            assertThat(actual.size()).as(name).isEqualTo(expected.size());
            assertThat(bytes(OURS, actual)).as(name).isEqualTo(bytes(CLANG, expected));
        }
        var section = OURS.section("omp_offloading_entries").orElseThrow();
        var expected = CLANG.section("omp_offloading_entries").orElseThrow();
        assertThat(section.flags()).isEqualTo(expected.flags());
        assertThat(section.alignment()).isEqualTo(expected.alignment());
    }

    @Test
    void sizesAndMapTypesOfEachOperationAreTheSame() {
        // clang counts name collisions in the whole module, so the data region's tables are .2 and
        // .3 there, and the launch comes first: its function stands first in the source.
        assertThat(longs(OURS, ".L.offload_sizes.1")).isEqualTo(longs(CLANG, ".L.offload_sizes"));
        assertThat(longs(OURS, ".L.offload_maptypes.1"))
                .isEqualTo(longs(CLANG, ".L.offload_maptypes"))
                .containsExactly(0x320L, 0x220L, 0x223L, 0x220L);
        assertThat(longs(OURS, ".L.offload_sizes"))
                .isEqualTo(longs(CLANG, ".L.offload_sizes.2"))
                .containsExactly(0x4000L, 0x4000L);
        assertThat(longs(OURS, ".L.offload_maptypes"))
                .isEqualTo(longs(CLANG, ".L.offload_maptypes.3"));
    }

    @Test
    void storageOfTheBuffersIsTheSame() {
        for (var name : List.of("_ZZ4mainE1X", "_ZZ4mainE1Y")) {
            assertThat(symbol(OURS, name).size()).isEqualTo(symbol(CLANG, name).size());
        }
    }

    @Test
    void theConstructorOfRequiresIsTheSameTenBytes() {
        var name = ".omp_offloading.requires_reg";

        assertThat(bytes(OURS, symbol(OURS, name))).isEqualTo(bytes(CLANG, symbol(CLANG, name)));
        assertThat(OURS.section(".init_array.0")).isPresent();
    }

    @Test
    void theLocationIsOneOfClangs() {
        var ours = bytes(OURS, symbol(OURS, HostSymbols.IDENT));
        var clangs = CLANG.section(".data.rel.ro").orElseThrow().bytes();
        // Three locations; the launches pass the third.
        var third = Arrays.copyOfRange(clangs, 2 * Ident.SIZE, 3 * Ident.SIZE);

        assertThat(ours).isEqualTo(third);
    }

    @Test
    void theImageIsForATargetTheProgramHasCodeFor() {
        var section = CLANG.section(ElfObject.OFFLOADING_SECTION).orElseThrow();
        var image = OffloadBinary.parseAll(section.contents()).getFirst().binary().images();
        var target = image.getFirst().target();

        assertThat(Zaxpy.PROGRAM.deviceCode())
                .extracting(DeviceCode::target)
                .contains(new TargetId(target.triple(), target.arch()));
    }

    private static Symbol symbol(ElfObject object, String name) {
        return object.symbol(name).orElseThrow(() -> new AssertionError("no symbol " + name));
    }

    private static byte[] bytes(ElfObject object, Symbol symbol) {
        var place = (SymbolPlace.InSection) symbol.place();
        var contents = object.sections().get(place.index()).contents();
        return contents.at(symbol.value(), symbol.size(), symbol.name()).toArray(JAVA_BYTE);
    }

    private static List<Long> longs(ElfObject object, String name) {
        var symbol = symbol(object, name);
        var place = (SymbolPlace.InSection) symbol.place();
        var contents = object.sections().get(place.index()).contents();
        return LongStream.range(0, symbol.size() / Long.BYTES)
                .mapToObj(i -> contents.i64(symbol.value() + i * Long.BYTES, name))
                .toList();
    }
}
