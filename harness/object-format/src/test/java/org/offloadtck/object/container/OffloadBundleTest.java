package org.offloadtck.object.container;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.OffloadBundle.CodeObject;
import org.offloadtck.object.fixture.ByteDamage;

class OffloadBundleTest {

    private static final String HOST = "host-x86_64-unknown-linux";
    private static final String DEVICE = "hipv4-amdgcn-amd-amdhsa--gfx90a";

    private static final OffloadBundle BUNDLE =
            new OffloadBundle(
                    List.of(
                            codeObject(HOST, ""),
                            codeObject(DEVICE, "code"),
                            codeObject(DEVICE + ":xnack+", "more")));

    private static CodeObject codeObject(String id, String contents) {
        return new CodeObject(id, ByteBuffer.wrap(contents.getBytes(US_ASCII)));
    }

    private static OffloadBundle parse(byte[] bytes) {
        return OffloadBundle.parse(ObjectBytes.of("bundle", bytes));
    }

    @Test
    void readsBackWhatItWrote() {
        assertThat(parse(BUNDLE.write())).isEqualTo(BUNDLE);
        assertThat(parse(BUNDLE.write()).codeObjects().getLast().bytes())
                .isEqualTo("more".getBytes(US_ASCII));
    }

    @Test
    void hasEachFieldAtItsOffset() {
        var bytes = BUNDLE.write();
        var file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);

        assertThat(new String(bytes, 0, 24, US_ASCII)).isEqualTo("__CLANG_OFFLOAD_BUNDLE__");
        assertThat(file.getLong(24)).isEqualTo(3);
        assertThat(file.getLong(32)).isEqualTo(4096);
        assertThat(file.getLong(40)).isZero();
        assertThat(file.getLong(48)).isEqualTo(HOST.length());
        assertThat(new String(bytes, 56, HOST.length(), US_ASCII)).isEqualTo(HOST);
        assertThat(file.getLong(56 + HOST.length())).isEqualTo(4096);
        assertThat(file.getLong(64 + HOST.length())).isEqualTo(4);
        assertThat(bytes).hasSize(2 * 4096 + 4).endsWith("more".getBytes(US_ASCII));
    }

    @Test
    void readsALastCodeObjectOfNoBytesWithTheZerosInFrontAndWithout() {
        var bundle = new OffloadBundle(List.of(codeObject(DEVICE, "code"), codeObject(HOST, "")));
        var written = bundle.write();

        assertThat(written).hasSize(2 * 4096);
        assertThat(parse(written)).isEqualTo(bundle);
        assertThat(parse(Arrays.copyOf(written, 4096 + 4))).isEqualTo(bundle);
    }

    @Test
    void rejectsBytesThatAreNoBundle() {
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> parse("text and so on, twenty-four".getBytes(US_ASCII)))
                .withMessage("bundle: offset 0x0: does not start with __CLANG_OFFLOAD_BUNDLE__")
                .returns(FormatRule.MAGIC, MalformedObjectException::rule);
    }

    @Test
    void rejectsACompressedBundle() {
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> parse("CCOB and so on".getBytes(US_ASCII)))
                .returns(FormatRule.PLAIN, MalformedObjectException::rule);
    }

    @Test
    void everyPrefixAndEveryFlippedBitIsReadOrRejected() {
        var intact = BUNDLE.write();
        int table = 256;

        Stream.concat(
                        ByteDamage.everyPrefix(intact),
                        ByteDamage.everyFlippedBit(intact).limit(table * (long) Byte.SIZE))
                .forEach(damage -> damage.assertReadOrRejected(OffloadBundle::parse));
    }
}
