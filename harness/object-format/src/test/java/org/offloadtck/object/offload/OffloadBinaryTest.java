package org.offloadtck.object.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

class OffloadBinaryTest {

    @Test
    void keepsTheMetadataOfAnImage() {
        var image =
                OffloadBinary.parse("one.bin", OffloadBinarySamples.versionOne())
                        .images()
                        .getFirst();

        assertThat(image.kind()).contains(ImageKind.PTX);
        assertThat(image.target()).isEqualTo(new OffloadBinary.Target("", "sm_90"));
        assertThat(image.toByteArray()).isEqualTo(new byte[] {'p', 't', 'x'});
    }

    @Test
    void writesVersionOneAsItWasRead() {
        byte[] bytes = OffloadBinarySamples.versionOne();

        assertThat(OffloadBinary.parse("one.bin", bytes).write()).isEqualTo(bytes);
    }

    @Test
    void writesVersionTwoAsItWasRead() {
        byte[] bytes = OffloadBinarySamples.versionTwo();

        assertThat(OffloadBinary.parse("two.bin", bytes).write()).isEqualTo(bytes);
    }

    @Test
    void findsEveryBinaryOfASectionWithItsPlace() {
        var one = OffloadBinary.parse("one.bin", OffloadBinarySamples.versionOne());
        var section = OffloadBinary.writeAll(List.of(one, one));

        var found = OffloadBinary.parseAll(ObjectBytes.of("section", section));

        assertThat(found).extracting(OffloadBinary.Located::offset).containsExactly(0L, 112L);
        assertThat(found.getLast().imageOffsets()).containsExactly(112L + 104);
    }

    @Test
    void keepsCodesItDoesNotKnow() {
        byte[] bytes = OffloadBinarySamples.versionOne();
        bytes[32] = 99;
        bytes[34] = 98;

        var image = OffloadBinary.parse("new.bin", bytes).images().getFirst();

        assertThat(image.kind()).isEmpty();
        assertThat(image.kindCode()).isEqualTo(99);
        assertThat(image.offloadKindCode()).isEqualTo(98);
    }

    @Test
    void reportsTheOffsetOfAWrongMagic() {
        byte[] bytes = OffloadBinarySamples.versionTwo();
        bytes[0] = 0;

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> OffloadBinary.parse("bad.bin", bytes))
                .withMessage(
                        "bad.bin: offset 0x0: magic is 0xad10ff00 when it should be 0xad10ff10");
    }

    @Test
    void rejectsTheProposedVersionByNumber() {
        byte[] bytes = OffloadBinarySamples.versionTwo();
        bytes[4] = 3;

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> OffloadBinary.parse("three.bin", bytes))
                .withMessage(
                        "three.bin: offset 0x4: version is 3, which is proposed but in no release,"
                                + " when it should be 1 or 2");
    }

    @Test
    void namesTheFieldThatPointsPastTheEnd() {
        byte[] bytes = OffloadBinarySamples.versionOne();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(64, 1 << 30);

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> OffloadBinary.parse("long.bin", bytes))
                .withMessage(
                        "long.bin: offset 0x40: image size is 0x40000000 when it should be at most"
                                + " 0x8, where the offload binary ends");
    }

    @Test
    void rejectsBytesAfterTheOnlyBinary() {
        byte[] bytes = Arrays.copyOf(OffloadBinarySamples.versionOne(), 120);

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> OffloadBinary.parse("tail.bin", bytes))
                .withMessage(
                        "tail.bin: offset 0x8: size is 112 when it should be 120, all of the file");
    }
}
