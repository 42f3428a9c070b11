package org.offloadtck.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TensorMapBytes;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// A tensor map is read completely or rejected with the position of what is wrong.
final class TensorMapTest {

    private static TensorMapBytes valid() {
        return TensorMapBytes.of(new long[] {100, 50}, new int[] {8, 4}, 400).at(0x2000_0000_1000L);
    }

    private static String problem(ByteBuffer bytes) {
        var thrown =
                catchThrowableOfType(
                        MalformedTensorMapException.class, () -> TensorMap.read(bytes));
        return String.valueOf(thrown.getMessage());
    }

    @Test
    void aMapHasItsFields() {
        var map = TensorMap.read(valid().step(1, 3).sealed());

        assertThat(map.address()).isEqualTo(0x2000_0000_1000L);
        assertThat(map.element()).isEqualTo(TensorElement.S32);
        assertThat(map.dimensions())
                .containsExactly(
                        new TensorMap.Dimension(100, 4, 8, 1),
                        new TensorMap.Dimension(50, 400, 4, 3));
        assertThat(map.boxBytes()).isEqualTo(8 * 4 * 2);
        assertThat(map.fill()).isEqualTo(TensorMap.Fill.ZERO);
    }

    @Test
    void everyPrefixIsRejected() {
        byte[] whole = valid().sealed().array();
        for (int length = 0; length < whole.length; length++) {
            var prefix = ByteBuffer.wrap(whole, 0, length).slice().order(ByteOrder.LITTLE_ENDIAN);

            assertThat(problem(prefix))
                    .isEqualTo(
                            "tensor map: byte %d: the end when it should be at byte 128"
                                    .formatted(length));
        }
    }

    @Test
    void everyFlippedBitIsRejected() {
        for (int bit = 0; bit < 1024; bit++) {
            var bytes = valid().sealed();
            bytes.put(bit / 8, (byte) (bytes.get(bit / 8) ^ (1 << (bit % 8))));

            assertThat(problem(bytes))
                    .as("bit " + bit)
                    .startsWith("tensor map: byte 28: check word");
        }
    }

    @Test
    void zeroedMemoryIsNoMap() {
        var zero = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);

        assertThat(problem(zero))
                .isEqualTo("tensor map: byte 28: check word 0x0 when it should be 0x54434b31");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 8 | byte 0: address 0x8 when it should be a multiple of 16",
                "32 | 8 | byte 32: stride of 8 bytes when it should be a multiple of 16 below 2^40",
                "32 | -16 | byte 32: stride of -16 bytes when it should be a multiple of 16 below 2^40",
                "32 | 0x10000000000 | byte 32: stride of 1099511627776 bytes when it should be a multiple of 16 below 2^40",
                "64 | 0x400000000 | byte 64: box of 0 elements when it should be 1 to 256",
                "64 | 0x10100000004 | byte 68: box of 257 elements when it should be 1 to 256",
                "64 | 0x400000002 | byte 64: box whose first dimension has 8 bytes when it should have a multiple of 16",
                "84 | 0x900000001 | byte 88: element stride of 9 elements when it should be 1 to 8",
                "104 | 0x110 | byte 104: element type 16 when it should be at most 15",
                "104 | 0x1ff | byte 104: element type 255 when it should be at most 15",
                "104 | 0x503 | byte 105: rank less 1 5 when it should be at most 4",
                "104 | 0x30103 | byte 106: interleaved layout 3 when it should be at most 2",
                "104 | 0x5000103 | byte 107: swizzle mode 5 when it should be at most 4",
                "104 | 0x400000103 | byte 108: swizzle atomicity 4 when it should be at most 3",
                "104 | 0x20000000103 | byte 109: fill mode 2 when it should be at most 1",
                "104 | 0x10000000103 | byte 109: NaN fill of elements that are no floating-point numbers",
                "104 | 0x4000000000103 | byte 110: L2 promotion 4 when it should be at most 3",
                "104 | 0x100000000000103 | byte 111: reserved byte 1 when it should be at most 0",
                "120 | 0x100000000000000 | byte 127: reserved byte 1 when it should be at most 0",
                "112 | 1 | byte 112: reserved byte 1 when it should be at most 0",
            })
    void aFieldOutOfItsRangeIsRejected(int offset, String value, String problem) {
        var bytes = valid().with(offset, Long.decode(value)).sealed();

        assertThat(problem(bytes)).isEqualTo("tensor map: " + problem);
    }

    @Test
    void aBoxIsNoWiderThanItsSwizzle() {
        var map = TensorMapBytes.of(new long[] {100}, new int[] {36}).swizzle(3).sealed();

        assertThat(problem(map))
                .isEqualTo(
                        "tensor map: byte 64: box whose first dimension has 144 bytes when the swizzle mode permits 128");
    }

    @Test
    void aDimensionMayHaveTwoToThe32Elements() {
        var map = TensorMap.read(TensorMapBytes.of(new long[] {0}, new int[] {4}).sealed());

        assertThat(map.dimensions().getFirst().size()).isEqualTo(1L << 32);
    }

    @Test
    void sizesAndStridesAreUnsigned() {
        long stride = (1L << 40) - 16;
        var bytes = TensorMapBytes.of(new long[] {8, 3_000_000_000L}, new int[] {8, 4}, stride);
        var last = TensorMap.read(bytes.sealed()).dimensions().getLast();

        assertThat(last.size()).isEqualTo(3_000_000_000L);
        assertThat(last.stride()).isEqualTo(stride);
    }

    /// PTX ISA 9.0 §9.7.9.26.1.1, `.elemtype`.
    @ParameterizedTest
    @CsvSource({
        "0, U8, 1",
        "1, U16, 2",
        "2, U32, 4",
        "3, S32, 4",
        "4, U64, 8",
        "5, S64, 8",
        "6, F16, 2",
        "7, F32, 4",
        "8, F32, 4",
        "9, F64, 8",
        "10, BF16, 2",
        "11, F32, 4",
        "12, F32, 4",
    })
    void aCodeIsThatOfAType(int code, PtxType type, int bytes) {
        var map =
                TensorMap.read(
                        TensorMapBytes.of(new long[] {100}, new int[] {16}).type(code).sealed());

        assertThat(map.element().type()).isEqualTo(type);
        assertThat(map.boxBytes()).isEqualTo(16 * bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "104, 0x10d, elements of 4 or 6 bits",
        "104, 0x10e, elements of 4 or 6 bits",
        "104, 0x10f, elements of 4 or 6 bits",
        "104, 0x10103, an interleaved layout",
        "104, 0x20103, an interleaved layout",
        "104, 0x4000103, a swizzling mode of devices after sm_90",
        "104, 0x103000103, a swizzling mode of devices after sm_90",
    })
    void aMapMayHaveWhatIsNotSimulated(int offset, String value, String what) {
        var map = TensorMap.read(valid().with(offset, Long.decode(value)).sealed());

        assertThat(map.unsupported()).contains(what);
    }
}
