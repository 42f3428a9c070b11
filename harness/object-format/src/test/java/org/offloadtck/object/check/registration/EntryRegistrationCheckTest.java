package org.offloadtck.object.check.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.SampleHostObject;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.offload.OffloadBinary.Version;
import org.offloadtck.object.profile.AbiProfiles;

/// Executables with a damaged registration: one relocation of a real executable gets another
/// addend.
class EntryRegistrationCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    /// Size of a row of `.rela.dyn`, and where its addend lies, in bytes.
    private static final int ROW = 24;

    private static final int ADDEND = 16;

    private static final String DESCRIPTOR = ".omp_offloading.descriptor";
    private static final String IMAGES = ".omp_offloading.device_images";

    @Test
    void findsEntriesThatNoDescriptorCovers() {
        var spoiled = exeWithPointer("exe16", address("exe16", DESCRIPTOR) + 24, 0x8060);

        assertThat(CHECK.check("exe16", spoiled).findings())
                .extracting(Finding::rule, Finding::section, Finding::offset)
                .containsExactly(
                        tuple(
                                RegistrationRule.UNREGISTERED_ENTRIES,
                                "omp_offloading_entries",
                                0x7060L));
    }

    @Test
    void findsALegacyTableThatARuntimeTakesForANewOne() {
        var spoiled = exeWithPointer("exe19", 0x8060, 0);

        assertThat(CHECK.check("exe19", spoiled).findings())
                .extracting(Finding::rule, Finding::offset)
                .containsExactly(
                        tuple(EntryRule.ENTRY_ADDRESS_NULL, 0x7060L),
                        tuple(EntryRule.LEGACY_TABLE_STARTS_NULL, 0x7060L));
    }

    @Test
    void findsAnImageThatEndsBeforeItStarts() {
        var spoiled = exeWithPointer("exe22", address("exe22", IMAGES) + 8, 0x2071);

        assertThat(CHECK.check("exe22", spoiled).findings())
                .extracting(Finding::rule, Finding::section)
                .containsExactly(tuple(RegistrationRule.IMAGE_BOUNDS, ".data.rel.ro"));
    }

    @Test
    void findsATableOfHalfAnEntry() {
        var object = ElfObject.parse("t16.o", Corpus.bytes("objects/t16.o"));
        var table = object.section("omp_offloading_entries").orElseThrow();
        var cut = table.withBytes(Arrays.copyOf(table.bytes(), 48));

        var spoiled =
                ElfEditor.of(object)
                        .replaceSection(object.sections().indexOf(table), cut)
                        .toObject()
                        .write();

        assertThat(CHECK.check("t16.o", spoiled).findings())
                .extracting(Finding::rule, Finding::section)
                .containsExactly(tuple(EntryRule.MALFORMED_ENTRIES, "omp_offloading_entries"));
    }

    @Test
    void distinguishesAWrapperObjectFromARelocatableProduct() {
        var wrapper = SampleHostObject.wrapper(SampleHostObject.binary(Version.V1));

        assertThat(CHECK.check("wrapper.o", wrapper).findings()).isEmpty();
    }

    private static long address(String file, String symbol) {
        return ElfObject.parse(file, Corpus.bytes("objects/" + file))
                .symbol(symbol)
                .orElseThrow()
                .value();
    }

    /// The executable with the pointer at `address` relocated to `target`.
    private static byte[] exeWithPointer(String file, long address, long target) {
        var bytes = Corpus.bytes("objects/" + file);
        var table = ElfObject.parse(file, bytes).section(".rela.dyn").orElseThrow();
        var rows = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int start = Math.toIntExact(table.contents().base());
        for (int row = start; row < start + table.size(); row += ROW) {
            if (rows.getLong(row) == address) {
                rows.putLong(row + ADDEND, target);
                return bytes;
            }
        }
        throw new IllegalStateException("%s relocates nothing at 0x%x".formatted(file, address));
    }
}
