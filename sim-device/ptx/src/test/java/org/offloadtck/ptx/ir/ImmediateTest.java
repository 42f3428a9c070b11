package org.offloadtck.ptx.ir;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.ptx.ir.Immediate.Float32;
import org.offloadtck.ptx.ir.Immediate.Float64;
import org.offloadtck.ptx.ir.Immediate.Int64;
import org.offloadtck.ptx.ir.modifier.PtxType;

class ImmediateTest {

    private static final int SIGNALING_NAN = 0x7F800001;

    @Test
    void truncatesToTheWidthOfTheType() {
        assertThat(new Int64(-1).bits(PtxType.S8)).isEqualTo(0xFF);
        assertThat(new Int64(-1).bits(PtxType.B32)).isEqualTo(0xFFFF_FFFFL);
        assertThat(new Int64(-1).bits(PtxType.S64)).isEqualTo(-1);
    }

    @Test
    void aPredicateIsTheLowestBit() {
        assertThat(new Int64(1).bits(PtxType.PRED)).isEqualTo(1);
        assertThat(new Int64(2).bits(PtxType.PRED)).isZero();
    }

    @Test
    void convertsAnIntegerToAFloatingPointType() {
        assertThat(new Int64(3).bits(PtxType.F32)).isEqualTo(Float.floatToRawIntBits(3));
        assertThat(new Int64(3).bits(PtxType.F64)).isEqualTo(Double.doubleToRawLongBits(3));
    }

    @Test
    void aPackedTypeReadsTheBits() {
        assertThat(new Int64(0x3C00_4000).bits(PtxType.F16X2)).isEqualTo(0x3C00_4000);
        assertThat(new Int64(0x3F80_0000_4000_0000L).bits(PtxType.F32X2))
                .isEqualTo(0x3F80_0000_4000_0000L);
    }

    @Test
    void keepsBitsOfTheSameWidth() {
        assertThat(new Float32(SIGNALING_NAN).bits(PtxType.F32)).isEqualTo(SIGNALING_NAN);
        assertThat(new Float32(0xFF800001).bits(PtxType.B32)).isEqualTo(0xFF800001L);
        assertThat(new Float64(0x7FF0_0000_0000_0001L).bits(PtxType.F64))
                .isEqualTo(0x7FF0_0000_0000_0001L);
    }

    @Test
    void convertsAFloatingPointNumberToAnotherWidth() {
        assertThat(new Float64(Double.doubleToRawLongBits(1.5)).bits(PtxType.F32))
                .isEqualTo(Float.floatToRawIntBits(1.5f));
        assertThat(new Float32(Float.floatToRawIntBits(1.5f)).bits(PtxType.F64))
                .isEqualTo(Double.doubleToRawLongBits(1.5));
        assertThat(new Float32(Float.floatToRawIntBits(1.5f)).bits(PtxType.F16)).isEqualTo(0x3E00);
        assertThat(new Float32(Float.floatToRawIntBits(1.5f)).bits(PtxType.BF16)).isEqualTo(0x3FC0);
    }
}
