package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.CorpusPrograms;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.thread.LaunchShape;

/// What nvcc made of the corpus' CUDA file about warps, atomics and cooperative groups, for both
/// architectures.
public class CudaWarpProgramsTest extends CorpusPrograms {

    static List<String> warp() {
        return forms("/cuda_k_warp.");
    }

    private static LaunchOutcome launch(
            TestDevice machine, String kernel, LaunchShape shape, Object... arguments) {
        return machine.launch(machine.image().kernel(kernel).orElseThrow(), shape, arguments);
    }

    @ParameterizedTest
    @MethodSource("warp")
    void lanesShuffleVoteMatchAndCount(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] values = new Random(4).ints(64, 0, 3).toArray();
        long[] words = new Random(5).longs(64).toArray();
        var x = buffers.of(values);
        var m = buffers.of(new int[64]);
        var ll = buffers.of(words);

        launch(machine, "warp_ops", LaunchShape.of(1, 64), x, m, ll, 64);

        var warps =
                List.of(
                        new WarpOperations(Arrays.copyOf(values, 32)),
                        new WarpOperations(Arrays.copyOfRange(values, 32, 64)));
        int nonzero = warps.stream().mapToInt(WarpOperations::nonzero).sum();
        for (int t = 0; t < 64; t++) {
            assertThat(buffers.ints(m)[t])
                    .as("m[%d]", t)
                    .isEqualTo(warps.get(t / 32).marks(t % 32));
            long known =
                    Long.bitCount(words[t])
                            + Math.unsignedMultiplyHigh(words[t], 3)
                            + Long.reverse(words[t]);
            assertThat(buffers.longs(ll)[t] - known).as("clock of %d", t).isBetween(1L, 100_000L);
            int counted = nonzero == 0 ? values[t] : nonzero + (nonzero == 64 ? 1 : 0);
            assertThat(buffers.ints(x)[t]).as("x[%d]", t).isEqualTo(counted);
        }
    }

    /// `warp_ops` on one warp, lane by lane.
    private static final class WarpOperations {

        private int[] v;

        WarpOperations(int[] start) {
            v = start;
            for (int offset = 16; offset > 0; offset >>= 1) {
                add(offset);
            }
            int third = v[3];
            v = Arrays.stream(v).map(value -> value + third).toArray();
            add(-1);
            int[] old = v;
            v = IntStream.range(0, 32).map(l -> old[l] ^ old[l ^ 8]).toArray();
        }

        /// Each lane adds the value `offset` lanes away, or its own where there is no such lane.
        private void add(int offset) {
            int[] old = v;
            v =
                    IntStream.range(0, 32)
                            .map(l ->
                                    old[l]
                                            + old[
                                                    l + offset < 0 || l + offset > 31
                                                            ? l
                                                            : l + offset])
                            .toArray();
        }

        int nonzero() {
            return (int) Arrays.stream(v).filter(value -> value != 0).count();
        }

        /// What `m` gets in a lane.
        int marks(int lane) {
            int own = v[lane];
            int b = mask(value -> (value & 1) != 0);
            b ^= mask(value -> value > 3) != 0 ? 1 : 0;
            b ^= mask(value -> value > 3) == -1 ? 2 : 0;
            int same = mask(value -> value == own);
            b += same;
            boolean all = same == -1;
            b += all ? -1 : 0;
            int sum =
                    Integer.bitCount(b)
                            + Integer.numberOfLeadingZeros(b)
                            + (b == 0 ? 0 : Integer.numberOfTrailingZeros(b) + 1)
                            + Integer.reverse(b)
                            + permuted(b, own)
                            + (own << 3 | b >>> 29)
                            + (int) (((b & 0xffff_ffffL) * (own & 0xffff_ffffL)) >>> 32)
                            + dotProduct(b, own, 3)
                            + Math.abs(own - 3)
                            + b
                            + (own << 8 >> 8) * 5;
            return b + sum + (all ? 1 : 0);
        }

        private int mask(IntPredicate condition) {
            return IntStream.range(0, 32)
                    .filter(l -> condition.test(v[l]))
                    .map(l -> 1 << l)
                    .reduce(0, (a, b) -> a | b);
        }

        /// Bytes 4, 3, 2 and 1 of `y:x`, from the lowest.
        private static int permuted(int x, int y) {
            return (y & 0xff) | (x >>> 24) << 8 | (x >>> 16 & 0xff) << 16 | (x >>> 8 & 0xff) << 24;
        }

        private static int dotProduct(int a, int b, int c) {
            int sum = c;
            for (int shift = 0; shift < 32; shift += 8) {
                sum += (byte) (a >> shift) * (byte) (b >> shift);
            }
            return sum;
        }
    }

    @ParameterizedTest
    @MethodSource("warp")
    void atomicsOfEveryTypeLoseNothing(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        var i = buffers.of(100, 100, 0, 50, 7, 1, 7, 8, 9, 0, 1000, 5, 6);
        var u = buffers.of(3, 5, 0, 0, 2);
        var f = buffers.of(0.5f, 10f, 0f);
        var d = buffers.of(0.25);
        var l = buffers.of(7L, 1L, 0L, 3L);
        var h = buffers.of((short) 0, Float.floatToFloat16(2));

        launch(machine, "atomics", LaunchShape.of(1, 64), i, u, f, d, l, h);

        int[] ints = buffers.ints(i);
        assertThat(ints).contains(164, 36, 3, 0, 63, 2, 3, 12, 9, 1064, 69, 70);
        assertThat(ints[9]).isBetween(1000, 1063);
        int[] words = buffers.ints(u);
        assertThat(words[0]).as("64 times from 0 to 7 and back").isEqualTo(3);
        assertThat(words[1]).isEqualTo(5);
        assertThat(words[3]).isBetween(0, 9);
        assertThat(words[4]).isEqualTo((2 + 64) % 10);
        assertThat(buffers.floats(f)[0]).isEqualTo(64.5f);
        assertThat(buffers.floats(f)[1]).isEqualTo(74f);
        assertThat(buffers.floats(f)[2]).isBetween(10f, 73f);
        assertThat(buffers.doubles(d)).containsExactly(64.25);
        assertThat(buffers.longs(l)).startsWith(71, 2).endsWith(5);
        assertThat(buffers.shorts(h))
                .containsExactly(Float.floatToFloat16(64), Float.floatToFloat16(66));
    }

    /// Sixteenths, whose sums and products no intermediate step rounds.
    @ParameterizedTest
    @MethodSource("warp")
    void halvesAreComputedInPairs(String path) {
        int n = 24;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        float[] a = sixteenths(2 * n, 6);
        float[] b = sixteenths(2 * n, 7);
        var pairs = buffers.of(halves(b));
        var f = buffers.of(new float[n]);

        launch(machine, "fp16", LaunchShape.of(1, 32), buffers.of(halves(a)), pairs, f, n);

        short[] result = buffers.shorts(pairs);
        for (int t = 0; t < n; t++) {
            short upper = sum(a[2 * t + 1], b[2 * t + 1]);
            float product = a[2 * t] * Float.float16ToFloat(upper);
            assertThat(result[2 * t + 1]).as("b[%d].y", t).isEqualTo(upper);
            assertThat(result[2 * t]).as("b[%d].x", t).isEqualTo(Float.floatToFloat16(product));
            boolean isGreater = a[2 * t] > Float.float16ToFloat(result[2 * t]);
            double expected = isGreater ? Math.exp(a[2 * t]) : product;
            assertThat((double) buffers.floats(f)[t])
                    .as("f[%d]", t)
                    .isCloseTo(expected, within(isGreater ? expected * 0x1p-9 : 0));
        }
    }

    /// `a * b + (a + b)`, the sum and the result rounded to 16 bits.
    private static short sum(float a, float b) {
        float inner = Float.float16ToFloat(Float.floatToFloat16(a + b));
        return Float.floatToFloat16((float) ((double) a * b + inner));
    }

    private static float[] sixteenths(int count, int seed) {
        var random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextInt(-64, 64) / 16f;
        }
        return values;
    }

    private static short[] halves(float[] values) {
        short[] halves = new short[values.length];
        for (int i = 0; i < values.length; i++) {
            halves[i] = Float.floatToFloat16(values[i]);
        }
        return halves;
    }

    /// Every tile's sum goes to its first lane, in every CTA, since all read before any writes; the
    /// first tile reads what the others add to.
    @ParameterizedTest
    @MethodSource("warp")
    void ctasOfAGridWaitForEachOther(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] values = IntStream.range(0, 128).map(t -> t * t).toArray();
        var x = buffers.of(values);

        launch(machine, "coop", LaunchShape.of(2, 64), x);

        int[] result = buffers.ints(x);
        for (int first = 8; first < 64; first += 8) {
            int sum = IntStream.range(first, first + 8).map(i -> values[i]).sum();
            assertThat(result[first]).as("x[%d]", first).isEqualTo(sum);
            assertThat(result[64 + first]).as("x[%d]", 64 + first).isEqualTo(sum);
        }
    }

    @ParameterizedTest
    @MethodSource("warp")
    void threadsPrintInOrderAndStopWhereTheyAreTold(String path) {
        var machine = load(path);

        assertThat(launch(machine, "device_printf", LaunchShape.of(1, 2), 3).output())
                .isEqualTo("t 0 1.500000 x 3\nt 1 1.500000 x 3\n");
        for (int n = 42; n < 44; n++) {
            int stops = n;
            assertThatExceptionOfType(KernelFaultException.class)
                    .isThrownBy(() -> launch(machine, "device_printf", LaunchShape.of(1, 1), stops))
                    .matches(fault -> fault.kind() == FaultKind.TRAP)
                    .matches(fault -> fault.partialOutcome().output().startsWith("t 0 "));
        }
    }
}
