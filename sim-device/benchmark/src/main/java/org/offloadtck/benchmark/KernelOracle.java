package org.offloadtck.benchmark;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.offloadtck.benchmark.PeerKernel.Sizes;

/// The expected results of the kernels.
///
/// All results but one must be bitwise equal to the same arithmetic in Java. The forces of `nbody`
/// are compared with a computation in double precision within [#TOLERANCE], since the compiler
/// determines the order of operations.
final class KernelOracle {

    /// Relative tolerance of a force: sums of 2048 terms with at most a dozen rounding errors of
    /// 2^-24 each.
    private static final double TOLERANCE = 1e-3;

    /// Iterations of all pixels with one rounding in each `fma`; with two roundings it would be
    /// 12475681.
    private static final long MANDELBROT = 12475415;

    /// Start value and factor of the hashes (FNV-1a of 32 bits, RFC 9923 §5).
    private static final int FNV_OFFSET = 0x811c9dc5;

    private static final int FNV_PRIME = 0x01000193;

    /// Distance of the bodies whose acceleration is compared.
    private static final int BODY_STEP = 64;

    private KernelOracle() {}

    /// Whether `output` is the result of `kernel` for its inputs.
    static boolean accepts(PeerKernel kernel, ByteBuffer output) {
        var inputs = new KernelInputs();
        return switch (kernel) {
            case SAXPY -> Arrays.equals(floats(output), saxpy(inputs.floats(Sizes.VECTOR)));
            case MATMUL_NAIVE, MATMUL_TILED -> {
                int n = Sizes.MATRIX;
                float[] left = inputs.floats(n * n);
                yield Arrays.equals(floats(output), product(left, inputs.floats(n * n), n));
            }
            case REDUCE -> output.getInt(0) == Arrays.stream(inputs.bytes(Sizes.VECTOR)).sum();
            case HISTOGRAM -> Arrays.equals(ints(output), histogram(inputs.bytes(Sizes.VECTOR)));
            case NBODY -> attracts(inputs.floats(4 * Sizes.BODIES), floats(output));
            case MANDELBROT -> Arrays.stream(ints(output)).asLongStream().sum() == MANDELBROT;
            case HASHES ->
                    Arrays.equals(ints(output), hashes(inputs.bytes(Sizes.TEAMS * Sizes.HASHES)));
            case MATRIX_VECTOR -> {
                float[] matrix = inputs.floats(Sizes.ROWS * Sizes.ROWS);
                yield Arrays.equals(floats(output), product(matrix, inputs.floats(Sizes.ROWS), 1));
            }
        };
    }

    private static float[] floats(ByteBuffer bytes) {
        float[] values = new float[bytes.remaining() / Float.BYTES];
        bytes.asFloatBuffer().get(values);
        return values;
    }

    private static int[] ints(ByteBuffer bytes) {
        int[] values = new int[bytes.remaining() / Integer.BYTES];
        bytes.asIntBuffer().get(values);
        return values;
    }

    private static float[] saxpy(float[] x) {
        float[] y = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = Math.fma(KernelFixture.FACTOR, x[i], 1f);
        }
        return y;
    }

    /// The product of a square matrix and a matrix of that many columns.
    private static float[] product(float[] left, float[] right, int columns) {
        int n = right.length / columns;
        float[] product = new float[right.length];
        for (int row = 0; row < n; row++) {
            for (int k = 0; k < n; k++) {
                float factor = left[row * n + k];
                for (int column = 0; column < columns; column++) {
                    int at = row * columns + column;
                    product[at] = Math.fma(factor, right[k * columns + column], product[at]);
                }
            }
        }
        return product;
    }

    /// The FNV-1a hashes of all prefixes of each team's numbers.
    private static int[] hashes(int[] values) {
        int[] hashes = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            int before = i % Sizes.HASHES == 0 ? FNV_OFFSET : hashes[i - 1];
            hashes[i] = (before ^ values[i]) * FNV_PRIME;
        }
        return hashes;
    }

    private static int[] histogram(int[] values) {
        int[] bins = new int[256];
        for (int value : values) {
            bins[value]++;
        }
        return bins;
    }

    private static boolean attracts(float[] bodies, float[] accelerations) {
        for (int i = 0; i < Sizes.BODIES; i += BODY_STEP) {
            for (int axis = 0; axis < 3; axis++) {
                double expected = acceleration(bodies, i, axis);
                double error = Math.abs(accelerations[4 * i + axis] - expected);
                if (error > TOLERANCE * Math.max(1, Math.abs(expected))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static double acceleration(float[] bodies, int i, int axis) {
        double sum = 0;
        for (int j = 0; j < bodies.length; j += 4) {
            double square = 0.01f;
            for (int k = 0; k < 3; k++) {
                double difference = (double) bodies[j + k] - bodies[4 * i + k];
                square += difference * difference;
            }
            double distance = (double) bodies[j + axis] - bodies[4 * i + axis];
            sum += bodies[j + 3] * distance / (square * Math.sqrt(square));
        }
        return sum;
    }
}
