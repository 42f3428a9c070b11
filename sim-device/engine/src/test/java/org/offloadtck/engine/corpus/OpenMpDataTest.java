package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.CorpusPrograms;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.OpenMpLaunch;

/// Programs of the corpus about mathematics and structures, in every form that compilers made of
/// them.
public class OpenMpDataTest extends CorpusPrograms {

    private static final int TEAMS = 3;
    private static final int THREADS = 64;

    private final Random random = new Random(2);

    /// A sum whose terms may each be off by some units in the last place, and one more for what the
    /// reference itself is off.
    private static final class Sum {

        private double total;
        private double magnitude;
        private double bound;
        private int terms;

        Sum add(double term, double ulpOfTerm, int ulps) {
            total += term;
            magnitude += Math.abs(term);
            bound += (ulps + 1) * ulpOfTerm;
            terms++;
            return this;
        }

        /// Each addition rounds once (Higham, *Accuracy and Stability of Numerical Algorithms*,
        /// equation 4.4).
        double bound(double roundoff) {
            return bound + terms * roundoff * magnitude;
        }
    }

    static List<String> math() {
        return forms("_08_math.");
    }

    /// Bounds: CUDA C++ Programming Guide 13.0 §17, mathematical functions.
    @ParameterizedTest
    @MethodSource("math")
    void functionsKeepTheBoundsOfTheProgrammingGuide(String path) {
        int n = 60;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        float[] x = new float[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = (float) random.nextDouble(0.01, 20);
            y[i] = random.nextDouble(0.01, 20);
        }
        var xs = buffers.of(x);
        var ys = buffers.of(y);

        new OpenMpLaunch(machine).run(TEAMS, THREADS, (long) n, xs, ys);

        float[] single = buffers.floats(xs);
        double[] twice = buffers.doubles(ys);
        for (int i = 0; i < n; i++) {
            var s = single(x[i]);
            assertThat((double) single[i])
                    .as("x[%d]", i)
                    .isCloseTo(s.total, within(s.bound(0x1p-24)));
            var d = twice(y[i]);
            assertThat(twice[i]).as("y[%d]", i).isCloseTo(d.total, within(d.bound(0x1p-53)));
        }
    }

    private static Sum single(float v) {
        var sum = new Sum();
        single(sum, StrictMath.sin(v), 2);
        single(sum, StrictMath.cos(v), 2);
        single(sum, StrictMath.exp(v), 2);
        single(sum, StrictMath.log(v), 1);
        single(sum, Math.sqrt(v), 1);
        single(sum, StrictMath.pow(v, 1.3f), 4);
        single(sum, StrictMath.tanh(v), 2);
        single(sum, Math.floor(v) + Math.abs(v) + Math.max(v, 2) + v % 3f + Math.rint(v), 5);
        single(sum, StrictMath.atan2(v, 2), 3);
        single(sum, errorFunction(v), 2);
        return sum;
    }

    private static void single(Sum sum, double term, int ulps) {
        sum.add(term, Math.ulp((float) term), ulps);
    }

    private static Sum twice(double v) {
        var sum = new Sum();
        twice(sum, StrictMath.sin(v), 2);
        twice(sum, StrictMath.cos(v), 2);
        twice(sum, StrictMath.exp(v), 1);
        twice(sum, StrictMath.log(v), 1);
        twice(sum, Math.sqrt(v), 1);
        twice(sum, StrictMath.pow(v, 1.3), 2);
        twice(sum, StrictMath.tanh(v), 1);
        twice(sum, Math.floor(v) + Math.abs(v) + Math.max(v, 2) + v % 3, 4);
        twice(sum, StrictMath.cbrt(v), 1);
        twice(sum, 1 / v, 1);
        return sum;
    }

    private static void twice(Sum sum, double term, int ulps) {
        sum.add(term, Math.ulp(term), ulps);
    }

    /// Its series (Abramowitz and Stegun, 7.1.5), far enough for `.f32`.
    private static double errorFunction(double v) {
        if (v > 4) {
            return 1;
        }
        double term = v;
        double sum = v;
        for (int k = 1; k < 100; k++) {
            term *= -v * v / k;
            sum += term / (2 * k + 1);
        }
        return 2 / Math.sqrt(Math.PI) * sum;
    }

    static List<String> structures() {
        return forms("_14_malloc_struct_intrin.");
    }

    /// `struct P { double x, y, z; char tag; short s; long long id; }`
    private record P(double x, double y, double z, int tag, int s, long id) {

        static final int SIZE = 40;

        void put(ByteBuffer bytes) {
            bytes.putDouble(x).putDouble(y).putDouble(z);
            bytes.put((byte) tag).put((byte) 0).putShort((short) s).putInt(0).putLong(id);
        }

        static P get(ByteBuffer bytes) {
            double x = bytes.getDouble();
            double y = bytes.getDouble();
            double z = bytes.getDouble();
            int tag = bytes.get();
            bytes.get();
            int s = bytes.getShort();
            bytes.getInt();
            return new P(x, y, z, tag, s, bytes.getLong());
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void structuresAreWorkedOnWithMemoryOfTheDevice(String path) {
        int n = 100;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        var before = new P[n];
        var bytes = ByteBuffer.allocate(n * P.SIZE).order(ByteOrder.LITTLE_ENDIAN);
        long[] bits = new long[n];
        for (int i = 0; i < n; i++) {
            before[i] =
                    new P(
                            random.nextDouble(-9, 9),
                            random.nextDouble(-9, 9),
                            random.nextDouble(0.1, 9),
                            random.nextInt(128),
                            random.nextInt(-1000, 1000),
                            random.nextLong(-1L << 39, 1L << 39));
            before[i].put(bytes);
            bits[i] = random.nextLong() >>> random.nextInt(64);
        }
        var p = buffers.of(bytes.array());
        var b = buffers.of(bits);

        new OpenMpLaunch(machine).run(TEAMS, THREADS, (long) n, p, b);

        var after = ByteBuffer.wrap(buffers.bytes(p)).order(ByteOrder.LITTLE_ENDIAN);
        long[] counted = buffers.longs(b);
        for (int i = 0; i < n; i++) {
            var was = before[i];
            long id = was.id + (was.tag & 15L) * was.s;
            assertThat(P.get(after))
                    .as("p[%d]", i)
                    .isEqualTo(new P(was.y / was.z, was.y, was.z, was.tag ^ 1, was.s, id));
            assertThat(counted[i]).as("bits[%d]", i).isEqualTo(intrinsics(bits[i], id));
        }
    }

    private static long intrinsics(long v, long id) {
        int low = (int) v;
        return Long.bitCount(v)
                + Long.numberOfLeadingZeros(v | 1)
                + Integer.numberOfTrailingZeros(low | 1)
                + Integer.toUnsignedLong(Integer.reverseBytes(low))
                + Long.remainderUnsigned(v, 10)
                + id / 7;
    }
}
