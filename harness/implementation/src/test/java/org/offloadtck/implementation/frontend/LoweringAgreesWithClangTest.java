package org.offloadtck.implementation.frontend;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.abi.Ident;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.image.TargetId;

/// Compares a lowered program with the host object that clang 16.0.6 made of its source.
final class LoweringAgreesWithClangTest {

    private static final ElfObject CLANG = ElfObject.parse("z16.o", Corpus.bytes("objects/z16.o"));
    private static final ElfObject OURS = ZaxpyProgram.compile("llvm-16");

    @Test
    void entriesSizesAndMapTypesAreTheSame() {
        var profile = AbiProfiles.load().profile("llvm-16");
        var expected = OffloadInterface.of(CLANG, profile);

        assertThat(OffloadInterface.of(OURS, profile)).isEqualTo(expected);
        assertThat(expected.entries())
                .extracting(OffloadInterface.Entry::name)
                .containsExactly(ZaxpyProgram.KERNEL);
        assertThat(expected.tables())
                .containsExactly(
                        "sizes [16384, 16384]",
                        "sizes [8, 0, 16, 0]",
                        "types [1, 3]",
                        "types [800, 544, 547, 544]");
    }

    @Test
    void entriesSymbolsAndSectionsAreTheSame() {
        for (var name :
                List.of(
                        ".omp_offloading.entry." + ZaxpyProgram.KERNEL,
                        ".%s.region_id".formatted(ZaxpyProgram.KERNEL),
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
        var ours = bytes(OURS, symbol(OURS, ".L__unnamed_1"));
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

        assertThat(ZaxpyProgram.PROGRAM.deviceCode())
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

    /// clang 23.1.4 reserves a place for the launch environment. Its object has the file ids of
    /// another copy of the source, and no symbols for the tables: they are at 0x10 and 0x30 of
    /// `.rodata`.
    @Test
    void theTablesOfLlvm23HaveAPlaceForTheLaunchEnvironment() {
        var clang = ElfObject.parse("ind23.o", Corpus.bytes("objects/ind23.o"));
        var constants = clang.section(".rodata").orElseThrow().contents();
        var ours = LoweredPrograms.object("indirect", "llvm-23", DebugInformation.NONE);

        var tables = OffloadInterface.of(ours, AbiProfiles.load().profile("llvm-23")).tables();

        assertThat(tables)
                .containsExactly(
                        "sizes " + values(constants, 0x10), "types " + values(constants, 0x30));
    }

    private static List<Long> values(ObjectBytes constants, long at) {
        return LongStream.range(0, 3)
                .mapToObj(row -> constants.i64(at + row * Long.BYTES, "table"))
                .toList();
    }
}
