package org.offloadtck.object.check.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.elf.FileHeader;
import org.offloadtck.object.profile.AbiProfiles;

/// Faults of the header of `.llvm.offloading` and of the offsets in it, planted in objects of clang
/// 16 to 22.
class OffloadSectionCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final int ROW = 64;
    private static final int SH_TYPE = 4;
    private static final int SH_FLAGS = 8;
    private static final int SH_SIZE = 32;
    private static final int SH_ADDRALIGN = 48;

    @ParameterizedTest
    @CsvSource({
        "t16.o, 4, 1",
        "t19.o, 4, 1",
        "t22.o, 4, 1",
        "t22.o, 4, 7",
        "t16.o, 8, 0",
        "t19.o, 8, 2",
        "t22.o, 8, 0x80000002",
        "t22.o, 8, 2",
        "t22.o, 8, 0x80000001",
        "t22.o, 48, 1",
        "t22.o, 48, 16"
    })
    void disagreesWithEveryProfile(String file, int field, String value) {
        var bytes = Corpus.bytes("objects/" + file);
        var row = row(bytes);
        if (field == SH_TYPE) {
            row.putInt(field, Integer.decode(value));
        } else {
            row.putLong(field, Long.decode(value));
        }

        assertThat(CHECK.check(file, bytes).findings())
                .isNotEmpty()
                .extracting(Finding::rule)
                .isSubsetOf(ProfileRule.UNKNOWN_VALUE, ProfileRule.NO_PROFILE);
        assertThat(CHECK.check(file, bytes).findings())
                .flatExtracting(Finding::differences)
                .extracting(difference -> difference.mismatch().field())
                .anyMatch(name -> name.startsWith("fat-object.section."));
        assertThat(field).isIn(SH_TYPE, SH_FLAGS, SH_ADDRALIGN);
    }

    @ParameterizedTest
    @CsvSource({"4, 1", "4, 0x6fff4c0b"})
    void findsTheContentsUnderAMisspeltName(int field, String type) {
        var bytes = Corpus.bytes("objects/t22.o");
        row(bytes).putInt(field, Integer.decode(type));
        replace(bytes, ".llvm.offloading\0", ".llvm.offlaoding\0");

        assertThat(CHECK.check("t22.o", bytes).findings())
                .flatExtracting(Finding::differences)
                .extracting(difference -> difference.mismatch().field())
                .contains("fat-object.section.name");
    }

    @Test
    void findsAnEmptySection() {
        var bytes = Corpus.bytes("objects/t22.o");
        row(bytes).putLong(SH_SIZE, 0);

        assertThat(rules(bytes)).contains("no-image");
    }

    @ParameterizedTest
    @CsvSource({
        "16, 0", "16, 24", "40, 40", "56, 0", "56, 32", "56, 64", "56, 72", "56, 120", "72, 0",
        "72, 40", "72, 88", "80, 200", "96, 16"
    })
    void findsPartsThatOverlap(int field, long offset) {
        var bytes = Corpus.bytes("objects/t22.o");
        int start = Math.toIntExact(row(bytes).getLong(24));
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(start + field, offset);

        assertThat(CHECK.check("t22.o", bytes).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.rule().id()).isEqualTo("malformed-offload-binary");
                    assertThat(finding.offset()).isEqualTo(start + (long) field);
                });
    }

    /// Field 16 of a binary is the offset of its entries.
    @ParameterizedTest
    @ValueSource(strings = {"t16.o", "t22.o", "cu22.o", "h19.o"})
    void findsAnImageOfNoKindBesideEntries(String file) {
        var bytes = Corpus.bytes("objects/" + file);
        var words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int start = Math.toIntExact(row(bytes).getLong(24));
        int kind = start + Math.toIntExact(words.getLong(start + 16)) + 2;
        words.putShort(kind, (short) 0);

        assertThat(CHECK.check(file, bytes).findings())
                .extracting(finding -> finding.rule().id(), Finding::offset)
                .containsExactly(tuple("no-image-of-kind", (long) kind));
    }

    private static List<String> rules(byte[] bytes) {
        return CHECK.check("planted", bytes).findings().stream()
                .map(finding -> finding.rule().id())
                .toList();
    }

    /// The row of the section of type `SHT_LLVM_OFFLOADING`.
    private static ByteBuffer row(byte[] bytes) {
        var file = ObjectBytes.of("file", bytes);
        int table = Math.toIntExact(file.u64(40, "e_shoff"));
        int count = file.u16(60, "e_shnum");
        assertThat(file.size()).isGreaterThan(FileHeader.SIZE);
        for (int index = 0; index < count; index++) {
            int at = table + index * ROW;
            if (file.u32(at + SH_TYPE, "sh_type") == 0x6fff4c0bL) {
                return ByteBuffer.wrap(bytes, at, ROW).slice().order(ByteOrder.LITTLE_ENDIAN);
            }
        }
        throw new IllegalStateException("no section of offload binaries");
    }

    private static void replace(byte[] bytes, String old, String replacement) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(old);
        var with = replacement.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(with, 0, bytes, at, with.length);
    }
}
