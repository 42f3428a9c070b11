package org.offloadtck.object.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.object.fixture.ByteDamage;

class FatBinaryTest {

    private static final FatBinary TWO =
            new FatBinary(
                    List.of(
                            new Image(Kind.ELF, 75, ByteBuffer.wrap(new byte[] {1, 2, 3})),
                            new Image(Kind.PTX, 90, ByteBuffer.wrap(new byte[] {4}))));

    @Test
    void readsBackWhatItWroteExceptThePadding() {
        var read = FatBinary.parse("a", TWO.write());

        assertThat(read.images()).extracting(Image::kind).containsExactly(Kind.ELF, Kind.PTX);
        assertThat(read.images()).extracting(Image::sm).containsExactly(75, 90);
        assertThat(read.images().getFirst().bytes()).containsExactly(1, 2, 3, 0, 0, 0, 0, 0);
        assertThat(FatBinary.parse("a", read.write())).isEqualTo(read);
    }

    /// What LLVM knows fat binaries by: `llvm/lib/BinaryFormat/Magic.cpp`.
    @Test
    void startsWithTheMagicThatLlvmRecognises() {
        assertThat(TWO.write()).startsWith(0x50, 0xED, 0x55, 0xBA, 0x01, 0x00, 0x10, 0x00);
        assertThat(FatBinary.isFatBinary(TWO.write())).isTrue();
        assertThat(FatBinary.isFatBinary(new byte[] {0x50, 0x2d})).isFalse();
    }

    @Test
    void hasEachFieldAtItsOffset() {
        var file = ByteBuffer.wrap(TWO.write()).order(ByteOrder.LITTLE_ENDIAN);

        assertThat(file.getLong(8)).isEqualTo(2 * (64 + 8));
        assertThat(file.getShort(16)).isEqualTo((short) 2);
        assertThat(file.getShort(18)).isEqualTo((short) 0x101);
        assertThat(file.getInt(20)).isEqualTo(64);
        assertThat(file.getLong(24)).isEqualTo(8);
        assertThat(file.getInt(16 + 28)).isEqualTo(75);
        assertThat(file.getInt(16 + 72)).isEqualTo(0x01010001);
    }

    @Test
    void rejectsCompressedImages() {
        var file = TWO.write();
        file[16 + 16] = 1;

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> FatBinary.parse("a", file))
                .withMessageContaining("image is compressed");
    }

    @Test
    void readsOrRejectsEveryPrefixAndEveryFlippedBit() {
        var intact = TWO.write();

        Stream.concat(ByteDamage.everyPrefix(intact), ByteDamage.everyFlippedBit(intact))
                .forEach(damage -> damage.assertReadOrRejected(FatBinary::parse));
    }
}
