package org.offloadtck.ptx.ir;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.ptx.ir.Immediate.Precise;
import org.offloadtck.ptx.ir.Immediate.Single;
import org.offloadtck.ptx.ir.Immediate.Whole;

class ImmediateTest {

    private static final int SIGNALING_NAN = 0x7F800001;

    @Test
    void aNumberIsCutToTheWidthOfItsType() {
        assertThat(new Whole(-1).bits(PtxType.S8)).isEqualTo(0xFF);
        assertThat(new Whole(-1).bits(PtxType.B32)).isEqualTo(0xFFFF_FFFFL);
        assertThat(new Whole(-1).bits(PtxType.S64)).isEqualTo(-1);
    }

    @Test
    void aPredicateIsTheLowestBit() {
        assertThat(new Whole(1).bits(PtxType.PRED)).isEqualTo(1);
        assertThat(new Whole(2).bits(PtxType.PRED)).isZero();
    }

    @Test
    void aWholeNumberReadAsFloatingPointIsItsValue() {
        assertThat(new Whole(3).bits(PtxType.F32)).isEqualTo(Float.floatToRawIntBits(3));
        assertThat(new Whole(3).bits(PtxType.F64)).isEqualTo(Double.doubleToRawLongBits(3));
    }

    @Test
    void aPackedTypeReadsTheBits() {
        assertThat(new Whole(0x3C00_4000).bits(PtxType.F16X2)).isEqualTo(0x3C00_4000);
        assertThat(new Whole(0x3F80_0000_4000_0000L).bits(PtxType.F32X2))
                .isEqualTo(0x3F80_0000_4000_0000L);
    }

    @Test
    void bitsOfTheRightWidthAreNeverTouched() {
        assertThat(new Single(SIGNALING_NAN).bits(PtxType.F32)).isEqualTo(SIGNALING_NAN);
        assertThat(new Single(0xFF800001).bits(PtxType.B32)).isEqualTo(0xFF800001L);
        assertThat(new Precise(0x7FF0_0000_0000_0001L).bits(PtxType.F64))
                .isEqualTo(0x7FF0_0000_0000_0001L);
    }

    @Test
    void aFloatingPointNumberOfAnotherWidthIsConverted() {
        assertThat(new Precise(Double.doubleToRawLongBits(1.5)).bits(PtxType.F32))
                .isEqualTo(Float.floatToRawIntBits(1.5f));
        assertThat(new Single(Float.floatToRawIntBits(1.5f)).bits(PtxType.F64))
                .isEqualTo(Double.doubleToRawLongBits(1.5));
        assertThat(new Single(Float.floatToRawIntBits(1.5f)).bits(PtxType.F16)).isEqualTo(0x3E00);
        assertThat(new Single(Float.floatToRawIntBits(1.5f)).bits(PtxType.BF16)).isEqualTo(0x3FC0);
    }
}
