package org.offloadtck.object.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// Each malformed file breaks one rule at one place. LLVM 16 to 23 report most of them with one of
/// two messages, and crash on some.
class MalformedOffloadBinaryTest {

    private static final String FOLDER = "malformed/offload-binary/";

    private static final List<Verdict> VERDICTS =
            List.of(
                    new Verdict("magic-wrong", FormatRule.MAGIC, 0x0),
                    new Verdict("version-0", FormatRule.VERSION, 0x4),
                    new Verdict("version-2-over-version-1", FormatRule.BOUNDS, 0x18),
                    new Verdict("version-3", FormatRule.VERSION, 0x4),
                    new Verdict("size-0", FormatRule.SIZE, 0x8),
                    new Verdict("size-36", FormatRule.SIZE, 0x8),
                    new Verdict("size-past-end", FormatRule.BOUNDS, 0x8),
                    new Verdict("entry-offset-at-end", FormatRule.BOUNDS, 0x10),
                    new Verdict("entry-offset-huge", FormatRule.BOUNDS, 0x10),
                    new Verdict("entry-offset-unaligned", FormatRule.ALIGNMENT, 0x10),
                    new Verdict("entry-size-0", FormatRule.SIZE, 0x18),
                    new Verdict("entry-size-huge", FormatRule.SIZE, 0x18),
                    new Verdict("strings-offset-huge", FormatRule.BOUNDS, 0x28),
                    new Verdict("strings-offset-inside-entry", FormatRule.OVERLAP, 0x28),
                    new Verdict("strings-count-huge", FormatRule.BOUNDS, 0x30),
                    new Verdict("image-offset-huge", FormatRule.BOUNDS, 0x38),
                    new Verdict("image-size-huge", FormatRule.BOUNDS, 0x40),
                    new Verdict("key-offset-huge", FormatRule.BOUNDS, 0x48),
                    new Verdict("key-twice", FormatRule.UNIQUE, 0x58),
                    new Verdict("value-not-utf-8", FormatRule.TEXT, 0x50),
                    new Verdict("truncated-to-71", FormatRule.BOUNDS, 0x8),
                    new Verdict("truncated-to-31", FormatRule.BOUNDS, 0x8),
                    new Verdict("gap-between-binaries", FormatRule.MAGIC, 0x1e0),
                    new Verdict("trailing-zeros-8", FormatRule.MAGIC, 0x1e0),
                    new Verdict("trailing-zeros-4", FormatRule.MAGIC, 0x1e0),
                    new Verdict("v2-entries-count-one-too-many", FormatRule.OVERLAP, 0x28),
                    new Verdict("v2-entries-count-wraps", FormatRule.BOUNDS, 0x18),
                    new Verdict("v2-value-size-huge", FormatRule.BOUNDS, 0x80));

    private static final List<String> READ =
            List.of("image-kind-99", "offload-kind-99", "v2-entries-count-0");

    record Verdict(String file, FormatRule rule, long offset) {

        @Override
        public String toString() {
            return "%s breaks %s at 0x%x".formatted(file, rule, offset);
        }
    }

    static List<Verdict> verdicts() {
        return VERDICTS;
    }

    static List<String> read() {
        return READ;
    }

    @ParameterizedTest
    @MethodSource("verdicts")
    void namesTheBrokenRuleAndItsPlace(Verdict verdict) {
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> parse(verdict.file()))
                .satisfies(malformed -> {
                    assertThat(malformed.rule()).isEqualTo(verdict.rule());
                    assertThat(malformed.offset()).isEqualTo(verdict.offset());
                });
    }

    @ParameterizedTest
    @MethodSource("read")
    void readsWhatIsOnlyUnknown(String file) {
        assertThat(parse(file)).hasSize(1);
    }

    @Test
    void checksEveryFileOfTheFolder() {
        var judged = Stream.concat(VERDICTS.stream().map(Verdict::file), READ.stream());

        assertThat(Corpus.list(FOLDER))
                .containsExactlyInAnyOrderElementsOf(
                        judged.map(file -> FOLDER + file + ".bin").toList());
    }

    @Test
    void rejectsImagesThatAllReferToTheSameStrings() {
        int images = 64;
        int strings = 32 + 40 * images;
        int texts = strings + 24 * 3;
        var file = ByteBuffer.allocate(texts + 8).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0xAD10FF10).putInt(2).putLong(file.capacity()).putLong(32).putLong(images);
        for (int image = 0; image < images; image++) {
            file.putLong(0).putLong(strings).putLong(3).putLong(0).putLong(0);
        }
        for (int string = 0; string < 3; string++) {
            file.putLong(texts + 2L * string).putLong(texts).putLong(0);
        }
        file.put(new byte[] {'a', 0, 'b', 0, 'c', 0});

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> OffloadBinary.parse("shared.bin", file.array()))
                .withMessageContaining("strings, more than fit the offload binary");
    }

    private static List<OffloadBinary.Located> parse(String file) {
        return OffloadBinary.parseAll(ObjectBytes.of(file, Corpus.bytes(FOLDER + file + ".bin")));
    }
}
