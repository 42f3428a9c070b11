package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.CorpusPrograms;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// What nvcc made of the corpus' CUDA file about mathematics and conversions, for both
/// architectures. Bounds: CUDA C++ Programming Guide 13.0 §17, mathematical and intrinsic
/// functions.
public class CudaMathProgramsTest extends CorpusPrograms {

    private final Random random = new Random(8);

    static List<String> math() {
        return forms("/cuda_k_math.");
    }

    private static void launch(TestDevice machine, String kernel, Object... arguments) {
        var function = machine.image().kernel(kernel).orElseThrow();
        machine.launch(function, LaunchShape.of(1, 1), arguments);
    }

    @ParameterizedTest
    @MethodSource("math")
    void functionsOf32BitsKeepTheirBounds(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        for (int i = 0; i < 20; i++) {
            float v = (float) random.nextDouble(0.1, 3);
            float divisor = (float) random.nextDouble(0.5, 9);
            var x = buffers.of(v, divisor);
            var o = buffers.of(0);

            launch(machine, "m32", x, o);

            double[] terms = terms32(v, divisor);
            double total = Arrays.stream(terms).sum();
            double magnitude = Arrays.stream(terms).map(Math::abs).sum();
            double bound = 40 * 0x1p-24 * magnitude + ulps32(v);
            assertThat((double) buffers.floats(x)[0])
                    .as("of %s", v)
                    .isCloseTo(total, within(bound));
            long counts = 2 * (long) Math.rint(v) + 2 * (long) v + Float.floatToRawIntBits(v);
            assertThat(buffers.ints(o)[0]).as("of %s", v).isEqualTo((int) counts);
        }
    }

    private static double[] terms32(float v, float divisor) {
        return new double[] {
            2 * StrictMath.sin(v),
            StrictMath.cos(v),
            StrictMath.tan(v),
            2 * StrictMath.exp(v),
            StrictMath.pow(2, v),
            StrictMath.log(v),
            StrictMath.log(v) / StrictMath.log(2),
            2 * Math.sqrt(v),
            1 / Math.sqrt(v),
            StrictMath.pow(v, 1.3f),
            StrictMath.tanh(v),
            Math.floor(v) + Math.ceil(v) + (int) v + Math.rint(v) + Math.abs(v),
            Math.max(v, 2f) + Math.min(v, 3f) + v % 3f + v,
            v / 3.0,
            (double) v / divisor,
            1.0 / v,
            (double) v * v + v,
            2.0 * v,
            Math.min(v, 1f)
        };
    }

    /// What the functions may be off besides the roundings of the sum: those that are not within
    /// two units in the last place.
    private static double ulps32(float v) {
        double tangent = 4 * Math.ulp((float) StrictMath.tan(v));
        double power = 4 * Math.ulp((float) StrictMath.pow(v, 1.3f));
        double exponential = (6 + Math.floor(1.173 * v)) * Math.ulp((float) StrictMath.exp(v));
        return tangent + power + exponential + StrictMath.pow(2, -21.41);
    }

    @ParameterizedTest
    @MethodSource("math")
    void functionsOf64BitsKeepTheirBounds(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        for (int i = 0; i < 20; i++) {
            double v = random.nextDouble(0.1, 20);
            double divisor = random.nextDouble(0.5, 9);
            var x = buffers.of(v, divisor);
            var o = buffers.of(0L);

            launch(machine, "m64", x, o);

            double[] terms = {
                StrictMath.sin(v),
                StrictMath.exp(v),
                StrictMath.log(v),
                Math.sqrt(v),
                StrictMath.pow(v, 1.3),
                Math.fma(v, v, v),
                Math.floor(v),
                v / divisor,
                v,
                Math.max(v, 2),
                1 / v,
                (float) v
            };
            double magnitude = Arrays.stream(terms).map(Math::abs).sum();
            assertThat(buffers.doubles(x)[0])
                    .as("of %s", v)
                    .isCloseTo(Arrays.stream(terms).sum(), within(16 * 0x1p-53 * magnitude));
            long whole = (long) v;
            long counts = 3 * whole + (long) Math.rint(v) + Double.doubleToRawLongBits(v);
            assertThat(buffers.longs(o)[0]).as("of %s", v).isEqualTo(counts);
            assertThat(buffers.doubles(x)[1])
                    .as("of %s", v)
                    .isEqualTo((double) counts + (counts & 0xffff_ffffL));
        }
    }

    /// One thread, whose stores all go to different places.
    @ParameterizedTest
    @MethodSource("math")
    void conversionsBetweenAllTypes(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        for (int round = 0; round < 10; round++) {
            byte[] c = {0, (byte) random.nextInt(), 0};
            short[] s = {0, (short) random.nextInt()};
            int[] i = random.ints(14).toArray();
            int[] u = random.ints(14).toArray();
            long[] l = random.longs(6).toArray();
            float[] f = {0, 0, 0, 0, 3.7f, 3e9f, -7.5e12f, -100.5f};
            double[] d = {0, 0, 0, 0, 0, -2e9 * random.nextDouble()};
            var held =
                    List.of(
                            buffers.of(c),
                            buffers.of(s),
                            buffers.of(i),
                            buffers.of(u),
                            buffers.of(l),
                            buffers.of(f),
                            buffers.of(d));

            launch(machine, "conv", held.toArray());

            assertThat(buffers.bytes(held.get(0))).containsExactly((byte) i[0], c[1], (byte) -100);
            assertThat(buffers.shorts(held.get(1))).containsExactly((short) u[0], s[1]);
            int[] ints = buffers.ints(held.get(2));
            assertThat(ints[1]).isEqualTo(c[1] + Short.toUnsignedInt(s[1]));
            assertThat(ints[5]).isEqualTo((int) d[5]);
            assertThat(ints[6]).isEqualTo(mixed(i, u));
            assertThat(buffers.ints(held.get(3))[5]).isEqualTo((int) 3_000_000_000L);
            long[] longs = buffers.longs(held.get(4));
            assertThat(longs[0]).isEqualTo(i[2] + Integer.toUnsignedLong(u[2]));
            assertThat(longs[5]).isEqualTo((long) f[6]);
            assertThat(buffers.floats(held.get(5))[0])
                    .isEqualTo((float) i[3] + (float) Integer.toUnsignedLong(u[3]) + (float) l[3]);
            assertThat(buffers.doubles(held.get(6))[0]).isEqualTo(i[4] + (double) l[4] + f[4]);
        }
    }

    /// The same in unsigned arithmetic, as C++ has it where an operand is unsigned.
    private static int mixed(int[] i, int[] u) {
        int most = Integer.compareUnsigned(u[7], u[8]) > 0 ? u[7] : u[8];
        return Math.min(i[7], i[8])
                + most
                + Math.abs(i[9])
                + (i[10] > 3 ? i[11] : u[12])
                + i[13] % 5
                + Integer.divideUnsigned(u[13], 7);
    }
}
