package org.offloadtck.engine.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.engine.semantics.Integers.Signedness.SIGNED;
import static org.offloadtck.engine.semantics.Integers.Signedness.UNSIGNED;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.semantics.Integers.Width;

class IntegersTest {

    private static final long WORD = 0xffff_ffffL;

    @Test
    void divisionByZeroDoesNotFault() {
        assertThat(Integers.divideSigned(5, 0)).isEqualTo(-1);
        assertThat(Integers.remainderSigned(5, 0)).isEqualTo(-1);
        assertThat(Integers.divideUnsigned(5, 0)).isEqualTo(-1);
        assertThat(Integers.remainderUnsigned(5, 0)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "31, 1, 0x80000000", "32, 1, 0", "64, 1, 0", "4294967295, 1, 0"})
    void shiftsLeftPastTheWidthGiveZero(long amount, long a, long expected) {
        assertThat(Integers.shiftLeft(a, amount, 32)).isEqualTo(expected);
    }

    @Test
    void shiftsRightPastTheWidthLeaveTheSign() {
        assertThat(Integers.shiftRightSigned(0x8000_0000L, 32, 32)).isEqualTo(WORD);
        assertThat(Integers.shiftRightSigned(0x7fff_ffffL, 99, 32)).isZero();
        assertThat(Integers.shiftRight(0x8000_0000L, 32, 32)).isZero();
    }

    @Test
    void highHalvesOfProductsDependOnTheSign() {
        assertThat(Integers.multiplyHigh(WORD, WORD, 32, UNSIGNED)).isEqualTo(0xffff_fffeL);
        assertThat(Integers.multiplyHigh(-1, -1, 32, SIGNED)).isZero();
        assertThat(Integers.multiplyHigh(-1, -1, 64, UNSIGNED)).isEqualTo(-2);
        assertThat(Integers.multiplyHigh(-1, 2, 64, SIGNED)).isEqualTo(-1);
    }

    /// The pseudo-code of PTX ISA §9.7.1.19, bit by bit.
    private static long extractByTheBook(long a, int position, int length, Width width) {
        int top = width.bits() - 1;
        boolean none = width.sign() == UNSIGNED || length == 0;
        long sign = none ? 0 : a >>> Math.min(position + length - 1, top) & 1;
        long result = 0;
        for (int i = 0; i <= top; i++) {
            boolean inside = i < length && position + i <= top;
            result |= (inside ? a >>> (position + i) & 1 : sign) << i;
        }
        return result;
    }

    @ParameterizedTest
    @CsvSource({"32, SIGNED", "32, UNSIGNED", "64, SIGNED", "64, UNSIGNED"})
    void bitFieldsAreExtractedByTheBook(int bits, Integers.Signedness sign) {
        var width = new Width(bits, sign);
        long a = Integers.truncate(0x9f1c_83a6_d25e_4b71L, bits);
        for (int position = 0; position <= 70; position++) {
            for (int length = 0; length <= 70; length++) {
                assertThat(Integers.extract(a, position, length, width))
                        .as("bfe position %d length %d", position, length)
                        .isEqualTo(extractByTheBook(a, position, length, width));
            }
        }
    }

    @Test
    void bitFieldsAreInsertedWithinTheWidth() {
        assertThat(Integers.insert(0xff, 0, 28, 8, 32)).isEqualTo(0xf000_0000L);
        assertThat(Integers.insert(0, WORD, 8, 16, 32)).isEqualTo(0xff00_00ffL);
        assertThat(Integers.insert(0xff, 5, 32, 8, 32)).isEqualTo(5);
        assertThat(Integers.insert(-1, 0, 0, 64, 64)).isEqualTo(-1);
    }

    @Test
    void bytesArePermutedAndSignsReplicated() {
        assertThat(Integers.permute(0x33221100L, 0x77665544L, 0x7531)).isEqualTo(0x77553311L);
        assertThat(Integers.permute(0x00008000L, 0, 0x9999)).isEqualTo(WORD);
    }

    @Test
    void topBitsAreFound() {
        assertThat(Integers.findTopBit(0x100, 32, UNSIGNED)).isEqualTo(8);
        assertThat(Integers.findTopBit(0, 32, UNSIGNED)).isEqualTo(WORD);
        assertThat(Integers.findTopBit(WORD, 32, SIGNED)).isEqualTo(WORD);
        assertThat(Integers.findTopBit(0xffff_fff7L, 32, SIGNED)).isEqualTo(3);
    }

    @Test
    void logicFollowsItsTruthTable() {
        long a = 0xf0f0_f0f0L;
        long b = 0xcccc_ccccL;
        long c = 0xaaaa_aaaaL;

        assertThat(Integers.logic(a, b, c, 0x96)).isEqualTo(a ^ b ^ c);
        assertThat(Integers.logic(a, b, c, 0xe8)).isEqualTo((a & b) | (a & c) | (b & c));
    }

    @Test
    void bytesOfDotProductsHaveTheirOwnSigns() {
        assertThat(Integers.dotProduct(0xff02_0304L, 0x0101_0101L, 10, SIGNED, UNSIGNED))
                .isEqualTo(10 - 1 + 2 + 3 + 4);
        assertThat(Integers.dotProduct(0xff00_0000L, 0x0200_0000L, 0, UNSIGNED, UNSIGNED))
                .isEqualTo(510);
    }
}
