package org.offloadtck.engine.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.matrix.AlignedSum.Precision;
import org.offloadtck.engine.matrix.MatrixDescriptor.Swizzle;
import org.offloadtck.engine.matrix.TileProduct.Extent;
import org.offloadtck.ptx.matrix.MatrixElement;
import org.offloadtck.ptx.matrix.MatrixProduct.Overflow;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;

/// The precision of sums of 8-bit factors, 8-bit numbers, and the fields of a matrix descriptor.
final class WarpgroupArithmeticTest {

    private static double sum(Precision precision, double small, double c) {
        var a = Factors.of(MatrixElement.E4M3, new double[] {1, small});
        return new AlignedSum(2, MatrixElement.F32, precision).of(a, 0, a, 0, 2, c);
    }

    /// 1 + 2⁻¹² + 2⁻¹⁴, and 1 - 2⁻¹⁴.
    @Test
    void sumsOfBytesKeepThirteenBits() {
        assertThat(sum(Precision.REDUCED, 0x1p-7, 0x1p-12)).isEqualTo(1 + 0x1p-12);
        assertThat(sum(Precision.REDUCED, 0x1p-7, -0x1p-13)).isEqualTo(1 - 0x1p-13);
        assertThat(sum(Precision.SINGLE, 0x1p-7, 0x1p-12)).isEqualTo(1 + 0x1p-12 + 0x1p-14);
    }

    @Test
    void theSumOfBytesHasThirteenBitsOfFraction() {
        assertThat(sum(Precision.REDUCED, 0x1p-7, 0x1p-13)).isEqualTo(1 + 0x1p-13);
        assertThat(sum(Precision.REDUCED, 1, 1 + 0x1p-13)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "E4M3, 0x00, 0",
        "E4M3, 0x01, 0.001953125",
        "E4M3, 0x08, 0.015625",
        "E4M3, 0x38, 1",
        "E4M3, 0xb8, -1",
        "E4M3, 0x7e, 448",
        "E4M3, 0x7f, NaN",
        "E5M2, 0x01, 0.0000152587890625",
        "E5M2, 0x3c, 1",
        "E5M2, 0x7b, 57344",
        "E5M2, 0xfc, -Infinity",
        "E5M2, 0x7d, NaN",
    })
    void bytesAreTheNumbersOfTheirFormat(MatrixElement type, String bits, float number) {
        assertThat(ElementCodec.single(type, Long.decode(bits))).isEqualTo(Float.valueOf(number));
    }

    @Test
    void aSumBeyondS32IsClampedOnlyBySatfinite() {
        var a = TileFactor.of(MatrixElement.U8, new float[][] {{1}});
        for (var overflow : Overflow.values()) {
            int[] d = {Integer.MAX_VALUE};

            new TileProduct.WholeTile(overflow).multiply(a, a, new Extent(1, 1, 1), d);

            assertThat(d)
                    .containsExactly(
                            switch (overflow) {
                                case CLAMP -> Integer.MAX_VALUE;
                                case WRAP -> Integer.MIN_VALUE;
                            });
        }
    }

    @Test
    void aDescriptorHasFieldsOfUnits() {
        long bits = 0x3fff | 0x10L << 16 | 0x40L << 32 | 5L << 49 | 2L << 62;

        assertThat(MatrixDescriptor.of(bits))
                .isEqualTo(new MatrixDescriptor(0x3fff0, 0x100, 0x400, 5, Swizzle.BYTES_64));
        long reserved = 0xc000L | 0xc000L << 16 | 7L << 46 | 0x3ffL << 52;
        assertThat(MatrixDescriptor.of(bits | reserved)).isEqualTo(MatrixDescriptor.of(bits));
    }

    /// A pattern of 1024 bytes that starts at 0x280 has base offset 5: its first row is not
    /// exchanged, and row 1 is by 1.
    @Test
    void theBaseOffsetIsTheRowOfTheAddressAtWhichThePatternStarts() {
        var descriptor = new MatrixDescriptor(0x280, 16, 1024, 5, Swizzle.BYTES_128);

        assertThat(descriptor.unit(Major.K, 0, 0)).isEqualTo(0x280);
        assertThat(descriptor.unit(Major.K, 1, 0)).isEqualTo(0x310);
        assertThat(descriptor.unit(Major.K, 1, 1)).isEqualTo(0x300);
    }
}
