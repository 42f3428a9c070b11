package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// Instructions on bits and bytes as a kernel executes them, against loops over bits, or against
/// the tables of the PTX ISA 9.0 §9.7.1 and §9.7.9.
class BitInstructionsTest {

    private static final int TRIPLES = 128;

    private interface Word {
        int of(int a, int b, int c);
    }

    private static void compare(String instruction, int bound, Word expected) {
        var machine =
                TestDevice.running(
                        """
                        ld.param.u64 %%rd1, [out];
                        mad.wide.u32 %%rd1, %%r0, 12, %%rd1;
                        ld.global.u32 %%r1, [%%rd1];
                        ld.global.u32 %%r2, [%%rd1+4];
                        ld.global.u32 %%r3, [%%rd1+8];
                        %s;
                        st.global.u32 [%%rd1], %%r4;
                        """
                                .formatted(instruction));
        var random = new Random(instruction.hashCode());
        int[] words = random.ints(3 * TRIPLES).toArray();
        for (int t = 0; t < TRIPLES; t++) {
            words[3 * t] = random.nextBoolean() ? words[3 * t] : 1 << random.nextInt(32);
            words[3 * t + 1] = bound == 0 ? words[3 * t + 1] : random.nextInt(bound);
            words[3 * t + 2] = bound == 0 ? words[3 * t + 2] : random.nextInt(bound);
        }
        var buffers = new DeviceBuffers(machine);
        var out = buffers.of(words);

        machine.launch(machine.kernel(), LaunchShape.of(1, TRIPLES), out);

        int[] results = buffers.ints(out);
        for (int t = 0; t < TRIPLES; t++) {
            int[] v = {words[3 * t], words[3 * t + 1], words[3 * t + 2]};
            assertThat(Integer.toHexString(results[3 * t]))
                    .as("%s of %x, %x, %x", instruction, v[0], v[1], v[2])
                    .isEqualTo(Integer.toHexString(expected.of(v[0], v[1], v[2])));
        }
    }

    private static int bits(int from, int count) {
        int mask = 0;
        for (int bit = from; bit < Math.min(32, from + count); bit++) {
            mask |= 1 << bit;
        }
        return mask;
    }

    private static long pair(int high, int low) {
        return ((long) high << 32) | (low & 0xffff_ffffL);
    }

    @Test
    void masksAreMadeOfAPositionAndALength() {
        compare(
                "bmsk.clamp.b32 %r4, %r2, %r3",
                40, (_, b, c) -> bits(Math.min(b, 32), Math.min(c, 32)));
        compare("bmsk.wrap.b32 %r4, %r2, %r3", 80, (_, b, c) -> bits(b % 32, c % 32));
    }

    @Test
    void lowBitsAreExtendedByTheirSignOrZeros() {
        compare("szext.clamp.u32 %r4, %r1, %r2", 40, (a, b, _) -> b == 0 ? 0 : a & bits(0, b));
        compare(
                "szext.wrap.s32 %r4, %r1, %r2",
                80, (a, b, _) -> b % 32 == 0 ? 0 : a << (32 - b) >> (32 - b));
    }

    @ParameterizedTest
    @CsvSource({
        "0x88, 3, 0, 3",
        "0x88, 4, 0, -1",
        "0x88, 0, 1, 3",
        "0x88, 0, 2, 7",
        "0x88, 0, 3, -1"
    })
    void theNthOneIsFoundUpwards(String mask, int base, int offset, int position) {
        compare("fns.b32 %%r4, %s, %d, %d".formatted(mask, base, offset), 0, (_, _, _) -> position);
    }

    @Test
    void theNthOneIsFoundDownwards() {
        compare("fns.b32 %r4, 0x88, 31, -1", 0, (_, _, _) -> 7);
        compare("fns.b32 %r4, 0x88, 31, -2", 0, (_, _, _) -> 3);
        compare("fns.b32 %r4, 0x88, 2, -1", 0, (_, _, _) -> -1);
    }

    @Test
    void halvesAreMultipliedWithBytes() {
        compare(
                "dp2a.lo.s32.u32 %r4, %r1, %r2, %r3",
                0, (a, b, c) -> c + (short) a * (b & 0xff) + (a >> 16) * (b >>> 8 & 0xff));
        compare(
                "dp2a.hi.u32.s32 %r4, %r1, %r2, %r3",
                0,
                (a, b, c) -> c + (a & 0xffff) * (byte) (b >> 16) + (a >>> 16) * (byte) (b >> 24));
    }

    @Test
    void funnelsShiftTwoWordsAsOne() {
        compare(
                "shf.l.clamp.b32 %r4, %r1, %r2, %r3",
                40, (a, b, c) -> (int) (pair(b, a) << Math.min(c, 32) >>> 32));
        compare(
                "shf.l.wrap.b32 %r4, %r1, %r2, %r3",
                80, (a, b, c) -> (int) (pair(b, a) << c % 32 >>> 32));
        compare(
                "shf.r.clamp.b32 %r4, %r1, %r2, %r3",
                40, (a, b, c) -> (int) (pair(b, a) >>> Math.min(c, 32)));
        compare(
                "shf.r.wrap.b32 %r4, %r1, %r2, %r3",
                80, (a, b, c) -> (int) (pair(b, a) >>> c % 32));
    }

    @Test
    void anyFunctionOfThreeWordsIsLookedUp() {
        compare("lop3.b32 %r4, %r1, %r2, %r3, 0xe8", 0, (a, b, c) -> (a & b) | (a & c) | (b & c));
        compare("lop3.b32 %r4, %r1, %r2, %r3, 0x96", 0, (a, b, c) -> a ^ b ^ c);
    }

    /// PTX ISA 9.0 §9.7.8.6: the predicate is `d != 0`, combined with the last operand.
    @ParameterizedTest
    @CsvSource({
        "lop3.or.b32 %r4|%p2, '%p1', or",
        "lop3.and.b32 %r4|%p2, '%p1', and",
        "lop3.or.b32 %r4|%p2, '!%p1', or not",
        "lop3.and.b32 _|%p2, '!%p1', and not",
        "lop3.or.b32 %r1|%p2, '0', result",
    })
    void aFunctionOfThreeWordsAlsoGivesAPredicate(
            String mnemonic, String condition, String expected) {
        var instruction =
                """
                setp.lt.s32 %%p1, %%r3, 0;
                and.b32 %%r1, %%r1, 1;
                %s, %%r1, %%r2, %%r3, 0xc0, %s;
                selp.b32 %%r4, 1, 0, %%p2\
                """
                        .formatted(mnemonic, condition);

        compare(
                instruction,
                0,
                (a, b, c) -> {
                    boolean isSet = (a & b & 1) != 0;
                    boolean holds =
                            switch (expected) {
                                case "or" -> isSet || c < 0;
                                case "and" -> isSet && c < 0;
                                case "or not" -> isSet || c >= 0;
                                case "and not" -> isSet && c >= 0;
                                default -> isSet;
                            };
                    return holds ? 1 : 0;
                });
    }

    @Test
    void aGuardedFunctionOfThreeWordsKeepsThePredicateOfOtherLanes() {
        compare(
                """
                setp.lt.s32 %p1, %r3, 0;
                setp.lt.s32 %p2, %r2, 0;
                mov.b32 %r4, 2;
                @%p1 lop3.and.b32 %r4|%p2, %r1, %r2, %r3, 0xf0, 1;
                selp.b32 %r5, 1, 0, %p2;
                xor.b32 %r4, %r4, %r5\
                """,
                0, (a, b, c) -> c < 0 ? a ^ (a != 0 ? 1 : 0) : 2 ^ (b < 0 ? 1 : 0));
    }

    @Test
    void negativeResultsAreRectified() {
        compare("max.relu.s32 %r4, %r1, %r2", 0, (a, b, _) -> Math.max(0, Math.max(a, b)));
        compare("min.relu.s32 %r4, %r1, %r2", 0, (a, b, _) -> Math.max(0, Math.min(a, b)));
    }

    /// For each mode and each value of the selector, the bytes of the result from the highest
    /// (§9.7.9.7).
    @ParameterizedTest
    @ValueSource(
            strings = {
                "f4e 3210 4321 5432 6543",
                "b4e 5670 6701 7012 0123",
                "rc8 0000 1111 2222 3333",
                "ecl 3210 3211 3222 3333",
                "ecr 0000 1110 2210 3210",
                "rc16 1010 3232 1010 3232"
            })
    void bytesArePermutedByMode(String row) {
        var words = row.split(" ", -1);
        compare(
                "prmt.b32.%s %%r4, %%r1, %%r2, %%r3".formatted(words[0]),
                0,
                (a, b, c) -> {
                    int result = 0;
                    for (int i = 0; i < 4; i++) {
                        int source = words[1 + (c & 3)].charAt(i) - '0';
                        result = (result << 8) | ((int) (pair(b, a) >>> (8 * source)) & 0xff);
                    }
                    return result;
                });
    }
}
