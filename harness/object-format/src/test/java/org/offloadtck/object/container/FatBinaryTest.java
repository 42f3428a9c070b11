package org.offloadtck.object.container;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.object.container.FatBinary.Portability;
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

    /// The flags of an image of `nvcc` 13.0 for `compute_100`, `compute_100f` and `compute_100a`.
    @ParameterizedTest
    @CsvSource({"COMPATIBLE, 0x11", "FAMILY, 0x200011", "SPECIFIC, 0x100011"})
    void flagsSayWhichDevicesAnImageIsFor(Portability portability, int flags) {
        var contents = ByteBuffer.wrap(new byte[] {1});
        var binary = new FatBinary(List.of(new Image(Kind.PTX, 100, portability, contents)));

        var file = binary.write();

        assertThat(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(16 + 40))
                .isEqualTo(flags);
        assertThat(FatBinary.parse("a", file).images())
                .extracting(Image::portability)
                .containsExactly(portability);
    }

    @ParameterizedTest
    @CsvSource({
        "PTX, 100, COMPATIBLE, 90, false",
        "PTX, 100, COMPATIBLE, 100, true",
        "PTX, 100, COMPATIBLE, 120, true",
        "ELF, 86, COMPATIBLE, 80, false",
        "ELF, 86, COMPATIBLE, 89, true",
        "ELF, 86, COMPATIBLE, 90, false",
        "PTX, 100, FAMILY, 103, true",
        "PTX, 103, FAMILY, 100, false",
        "PTX, 100, FAMILY, 120, false",
        "PTX, 90, SPECIFIC, 90, true",
        "PTX, 90, SPECIFIC, 100, false",
        "PTX, 100, SPECIFIC, 103, false",
    })
    void anImageSuitsDevicesByItsKindAndPortability(
            Kind kind, int sm, Portability portability, int device, boolean suits) {
        var image = new Image(kind, sm, portability, ByteBuffer.allocate(1));

        assertThat(image.suits(device)).isEqualTo(suits);
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

    @Test
    void readsFatBinariesThatFollowEachOther() {
        var one = new FatBinary(List.of(TWO.images().getLast()));
        var file = ByteBuffer.allocate(TWO.write().length + one.write().length);
        file.put(TWO.write()).put(one.write());

        assertThat(FatBinary.parseSequence(ObjectBytes.of("a", file.array())))
                .map(each -> each.images().size())
                .containsExactly(2, 1);
        Stream.concat(
                        ByteDamage.everyPrefix(file.array()),
                        ByteDamage.everyFlippedBit(file.array()))
                .forEach(damage -> damage.assertReadOrRejected(FatBinary::parseSequence));
    }

    private static byte[] sample(String name) {
        return Corpus.bytes("objects/" + name);
    }

    /// What `fatbinary` 13.0 made with `--compress-mode=speed`. It leaves out comments and blanks.
    @Test
    void decompressesImagesOfLz4() {
        var images = FatBinary.parse("a", sample("parameters_lz4.fatbin")).images();

        assertThat(images).extracting(Image::kind).containsExactly(Kind.PTX);
        assertThat(words(images.getFirst().bytes())).isEqualTo(words(sample("parameters.ptx")));
    }

    /// The text without comments, blanks and the NUL at its end.
    private static String words(byte[] ptx) {
        return new String(ptx, UTF_8).replaceAll("//.*|\\s|\0", "");
    }

    /// What `fatbinary` 13.0 made by default: it compresses PTX with Zstandard, and no cubins.
    @Test
    void decompressesImagesOfZstandard() {
        var images = FatBinary.parse("a", sample("parameters.fatbin")).images();

        assertThat(images)
                .extracting(image -> image.kind() + " " + image.sm())
                .containsExactly("ELF 75", "ELF 90", "PTX 75");
        assertThat(images.getFirst().bytes()).startsWith(sample("parameters75.cubin"));
        assertThat(words(images.getLast().bytes())).isEqualTo(words(sample("parameters.ptx")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parameters_lz4.fatbin", "parameters.fatbin"})
    void readsOrRejectsEveryDamagedCompressedImage(String name) {
        var intact = sample(name);

        Stream.concat(ByteDamage.everyPrefix(intact), ByteDamage.everyFlippedBit(intact))
                .forEach(damage -> damage.assertReadOrRejected(FatBinary::parse));
    }

    /// The flags of the one image of the file are at 16 + 40, its uncompressed size is at 16 + 56.
    @Test
    void rejectsUnknownCompressionAndSizesThatNoFrameStandsFor() {
        var file = sample("parameters_lz4.fatbin");
        file[16 + 40 + 1] = 0x40;
        assertRejected(file, "a: offset 0x38: image is compressed, but neither with LZ4 nor");

        var large = sample("parameters_lz4.fatbin");
        large[16 + 56 + 3] = 0x41;
        assertRejected(large, "a: offset 0x48: uncompressed size is 10905");

        var frame = ObjectBytes.of("frame", Zstd.compress(new byte[100]));
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> ZstandardFrame.decompress(frame, 101))
                .withMessageEndingWith("frame stands for 100 bytes when it should stand for 101");
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> ZstandardFrame.decompress(frame, 1 << 20))
                .withMessageContaining("uncompressed size is 1048576 bytes when it should be");
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> ZstandardFrame.decompress(frame, 99))
                .withMessageContaining("frame of Zstandard: ");
    }

    private static void assertRejected(byte[] file, String problem) {
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> FatBinary.parse("a", file))
                .withMessageStartingWith(problem);
    }

    private static String text(int size, int... block) {
        var bytes = new byte[block.length];
        for (int at = 0; at < block.length; at++) {
            bytes[at] = (byte) block[at];
        }
        return new String(Lz4Block.decompress(ObjectBytes.of("block", bytes), size), US_ASCII);
    }

    @Test
    void decompressesOverlappingMatchesAndLongLengths() {
        assertThat(text(3, 0x30, 'a', 'b', 'c')).isEqualTo("abc");
        assertThat(text(9, 0x13, 'a', 1, 0, 0x10, 'b')).isEqualTo("aaaaaaaab");
        assertThat(text(2 + 4 + 15 + 255 + 1, 0x2F, 'a', 'b', 2, 0, 255, 1, 0x00))
                .isEqualTo("ab".repeat(138) + "a");
    }

    @Test
    void rejectsBlocksThatDoNotStandForTheirSize() {
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> text(4, 0x30, 'a', 'b', 'c'))
                .withMessage(
                        "block: offset 0x4: block stands for 3 bytes when it should stand for 4");
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> text(2, 0x30, 'a', 'b', 'c'))
                .withMessage("block: offset 0x1: block stands for more than 2 bytes");
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> text(9, 0x13, 'a', 2, 0))
                .withMessage("block: offset 0x2: distance is 2 when it should be from 1 to 1");
        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> text(1 << 20, 0x10, 'a'))
                .withMessageContaining("more than 2 compressed bytes stand for");
    }
}
