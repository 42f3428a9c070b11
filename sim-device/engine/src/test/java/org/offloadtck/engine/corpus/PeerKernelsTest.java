package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.CorpusPrograms;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// Seven kernels of the kind other simulators are measured with, by nvcc for both architectures, at
/// a sixteenth of the usual size but for Mandelbrot, whose checksum at full size is known.
@ParameterizedClass
@ValueSource(strings = {"ptx/peer_kernels.sm75.ptx", "ptx/cuda_peer_kernels.nvcc.sm90.ptx"})
public class PeerKernelsTest extends CorpusPrograms {

    private final TestDevice machine;
    private int seed = 12345;

    public PeerKernelsTest(String path) {
        machine = load(path);
    }

    private DecodedFunction kernel(String name) {
        return machine.image().kernel(name).orElseThrow();
    }

    private int next() {
        seed = seed * 1664525 + 1013904223;
        return seed;
    }

    private float[] floats(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (next() >>> 8) / 16777216.0f;
        }
        return values;
    }

    private int[] bytes(int count) {
        int[] values = new int[count];
        Arrays.setAll(values, _ -> next() >>> 24);
        return values;
    }

    private Allocation hold(String name, float... values) {
        var allocation = machine.allocate(name, 4L * values.length);
        machine.at(allocation).asFloatBuffer().put(values);
        return allocation;
    }

    private Allocation hold(String name, int... values) {
        var allocation = machine.allocate(name, 4L * values.length);
        machine.at(allocation).asIntBuffer().put(values);
        return allocation;
    }

    private float[] result(Allocation allocation) {
        float[] values = new float[(int) allocation.size() / 4];
        machine.at(allocation).asFloatBuffer().get(values);
        return values;
    }

    private static LaunchShape plane(int side) {
        return new LaunchShape(new Extent3D(side, side, 1), new Extent3D(16, 16, 1), 0);
    }

    @Test
    void saxpyRoundsOnce() {
        int n = 1 << 16;
        float[] values = floats(n);
        var x = hold("x", values);
        float[] ones = new float[n];
        Arrays.fill(ones, 1f);
        var y = hold("y", ones);

        machine.launch(kernel("saxpy"), LaunchShape.of(n / 256, 256), n, 2.5f, x, y);

        float[] result = result(y);
        for (int i = 0; i < n; i++) {
            assertThat(result[i]).as("y[%d]", i).isEqualTo(Math.fma(2.5f, values[i], 1f));
        }
    }

    @Test
    void bothMatrixProductsAddInOrder() {
        int n = 64;
        float[] left = floats(n * n);
        float[] right = floats(n * n);
        var a = hold("a", left);
        var b = hold("b", right);
        var naive = machine.allocate("naive", 4L * n * n);
        var tiled = machine.allocate("tiled", 4L * n * n);

        machine.launch(kernel("matmul_naive"), plane(n / 16), n, a, b, naive);
        machine.launch(kernel("matmul_tiled"), plane(n / 16), n, a, b, tiled);

        assertThat(result(naive)).isEqualTo(product(left, right, n));
        assertThat(result(tiled)).isEqualTo(product(left, right, n));
    }

    private static float[] product(float[] left, float[] right, int n) {
        float[] product = new float[n * n];
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum = Math.fma(left[row * n + k], right[k * n + column], sum);
                }
                product[row * n + column] = sum;
            }
        }
        return product;
    }

    @Test
    void reductionAddsAllAcrossBarriersAndCtas() {
        int n = 1 << 16;
        int[] values = bytes(n);
        var x = hold("x", values);
        var sum = hold("sum", 0);

        var result = machine.launch(kernel("reduce"), LaunchShape.of(n / 256, 256), n, x, sum);

        assertThat(machine.ints(sum)).containsExactly(Arrays.stream(values).sum());
        assertThat(result.counters().barriers()).isEqualTo(n / 256 * 9L);
    }

    @Test
    void histogramCountsInSharedMemoryFirst() {
        int n = 1 << 16;
        int[] values = bytes(n);
        var x = hold("x", values);
        var bins = hold("bins", new int[256]);

        machine.launch(kernel("histogram"), LaunchShape.of(16, 256), n, x, bins);

        int[] expected = new int[256];
        for (int value : values) {
            expected[value]++;
        }
        assertThat(machine.ints(bins)).isEqualTo(expected);
    }

    @Test
    void gravityIsComputedInTheOrderOfTheBodies() {
        int n = 128;
        float[] bodies = floats(4 * n);
        var p = hold("p", bodies);
        var acceleration = machine.allocate("acc", 16L * n);

        machine.launch(kernel("nbody"), LaunchShape.of(1, n), n, p, acceleration);

        float[] result = result(acceleration);
        for (int i = 0; i < n; i++) {
            for (int axis = 0; axis < 3; axis++) {
                assertThat(result[4 * i + axis])
                        .as("acc[%d] axis %d", i, axis)
                        .isCloseTo(force(bodies, i, axis), withPercentage(0.1));
            }
        }
    }

    /// In double precision, so that the kernel's order of operations is not copied here.
    private static float force(float[] bodies, int i, int axis) {
        double sum = 0;
        for (int j = 0; j < bodies.length / 4; j++) {
            double square = 0.01f;
            for (int k = 0; k < 3; k++) {
                double difference = (double) bodies[4 * j + k] - bodies[4 * i + k];
                square += difference * difference;
            }
            double inverse = 1 / Math.sqrt(square);
            double distance = (double) bodies[4 * j + axis] - bodies[4 * i + axis];
            sum += bodies[4 * j + 3] * inverse * inverse * inverse * distance;
        }
        return (float) sum;
    }

    /// Two roundings where the instruction has one would give 12475681.
    @Test
    void mandelbrotShowsThatFmaRoundsOnce() {
        int side = 512;
        var out = machine.allocate("out", 4L * side * side);

        machine.launch(kernel("mandelbrot"), plane(side / 16), side, side, 256, out);

        assertThat(Arrays.stream(machine.ints(out)).asLongStream().sum()).isEqualTo(12475415);
    }
}
