package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.CorpusPrograms;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// What nvcc made of the corpus' CUDA files about memory, calls and asynchronous copies, for both
/// architectures.
public class CudaProgramsTest extends CorpusPrograms {

    static List<String> memory() {
        return forms("/cuda_k_mem.");
    }

    private static void launch(
            TestDevice machine, String kernel, int threads, Object... arguments) {
        var function = machine.image().kernel(kernel).orElseThrow();
        machine.launch(function, LaunchShape.of(1, threads), arguments);
    }

    /// Whole numbers, so that nothing is rounded.
    @ParameterizedTest
    @MethodSource("memory")
    void vectorsConstantsTablesAndDynamicSharedMemory(String path) {
        int n = 64;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        float[] a = new float[4 * n];
        double[] d = new double[2 * n];
        short[] s = new short[n];
        byte[] c = new byte[n];
        var coefficients = machine.variable("coef").asFloatBuffer();
        for (int i = 0; i < n; i++) {
            coefficients.put(i, i - 20);
            for (int e = 0; e < 4; e++) {
                a[4 * i + e] = 5 * i + e;
            }
            d[2 * i] = -3 * i;
            s[i] = (short) (i - 40);
            c[i] = (byte) (200 + i);
        }
        var b = buffers.of(new float[3 * 4 * n]);
        var shape = new LaunchShape(Extent3D.of(2), Extent3D.of(n / 2), n / 2 * Float.BYTES);

        machine.launch(
                machine.image().kernel("mem").orElseThrow(),
                shape,
                buffers.of(a),
                b,
                buffers.of(d),
                buffers.of(s),
                buffers.of(c),
                n);

        float[] first = new float[n];
        for (int t = 0; t < n; t++) {
            int index = (int) a[4 * t + 1] & 31;
            first[t] = a[4 * t] + (index - 20) * t + s[t] + (c[t] & 0xff) + (float) d[2 * t];
        }
        float[] result = buffers.floats(b);
        for (int t = 0; t < n; t++) {
            int mirror = t / 32 * 32 + 31 - t % 32;
            float third = a[4 * t + 2];
            float table = t % 4 == 0 ? 3 : 0;
            assertThat(Arrays.copyOfRange(result, 4 * t, 4 * t + 4))
                    .as("b[%d]", t)
                    .containsExactly(first[t], first[mirror], third, table);
            assertThat(Arrays.copyOfRange(result, 4 * (n + t), 4 * (n + t) + 4))
                    .as("b[n + %d]", t)
                    .containsExactly(first[t], first[mirror], third, a[4 * t + 3]);
            assertThat(Arrays.copyOfRange(result, 4 * (2 * n + t), 4 * (2 * n + t) + 4))
                    .as("b[2n + %d]", t)
                    .isEqualTo(Arrays.copyOfRange(a, 4 * t, 4 * t + 4));
        }
        assertThat(machine.variable("counter").getInt()).isEqualTo(n);
    }

    @ParameterizedTest
    @MethodSource("memory")
    void volatileWordsAreRead(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        var q = buffers.of(new int[3]);

        launch(machine, "vol", 3, buffers.of(1, 40), q, 2);

        assertThat(buffers.ints(q)).containsExactly(42, 42, 42);
    }

    @ParameterizedTest
    @MethodSource("memory")
    void aSwitchGoesEveryWay(String path) {
        for (int k = 0; k < 9; k++) {
            var machine = load(path);
            var buffers = new DeviceBuffers(machine);
            int[] values = {3, 2, 7, 11, 13, -17, 1000, 23, 29, 31};
            var x = buffers.of(values);

            launch(machine, "sw", 1, x, k);

            assertThat(buffers.ints(x)).as("case %d", k).isEqualTo(switched(values, k));
        }
    }

    private static int[] switched(int[] before, int k) {
        int[] x = before.clone();
        switch (k) {
            case 0 -> x[0] = 5;
            case 1 -> x[1] = 7;
            case 2 -> x[3] *= 3;
            case 3 -> x[4] ^= 9;
            case 4 -> x[2]--;
            case 5 -> x[8] = 1;
            case 6 -> x[9] <<= x[1];
            default -> x[7] = x[6] / x[5];
        }
        return x;
    }

    /// Thread 0 reads 0 and writes 8, both even, so the others call the same function whenever they
    /// look.
    @ParameterizedTest
    @MethodSource("memory")
    void lanesRecurseAndCallThroughATable(String path) {
        int[] fibonacci = {0, 1, 1, 2, 3, 5, 8, 13};
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] values = IntStream.range(0, 32).map(i -> i * 9).toArray();
        var x = buffers.of(values);

        launch(machine, "calls", 32, x);

        assertThat(buffers.ints(x))
                .isEqualTo(Arrays.stream(values).map(v -> fibonacci[v & 7] + 2 * 4).toArray());
    }

    @ParameterizedTest
    @MethodSource("memory")
    void eachThreadGetsMemoryOfItsOwn(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        var p = buffers.of(new long[32]);

        launch(machine, "_Z4heapPPii", 32, p, 100);

        var starts = new HashSet<Long>();
        for (long start : buffers.longs(p)) {
            assertThat(machine.image().memory().find(start, 400)).isPresent();
            starts.add(start);
        }
        assertThat(starts).hasSize(32);
    }

    @ParameterizedTest
    @MethodSource("memory")
    void arithmeticOf64BitsAndProductsOf128(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        long[] before = {
            Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE, 0x123456789abcdefL, -987654321987L
        };
        long[] y = {3, Long.MIN_VALUE, 7, 1L << 63 | 5, 64, 1000000007, 41};
        var x = buffers.of(before);

        launch(machine, "i64", before.length, x, buffers.of(y), 0);

        long[] after = buffers.longs(x);
        for (int t = 0; t < y.length; t++) {
            long product = Math.unsignedMultiplyHigh(y[t], before[t]) - (before[t] < 0 ? y[t] : 0);
            long expected = before[t] / y[t] + before[t] % 7 + (before[t] >> (y[t] & 63)) + product;
            assertThat(after[t]).as("x[%d]", t).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"75", "90"})
    void copiesToSharedMemoryAreThereAfterTheBarrier(String sm) {
        var machine = load("ptx/cuda_k_advanced.nvcc.sm%s.ptx".formatted(sm));
        var buffers = new DeviceBuffers(machine);
        float[] g = new float[4 * 128];
        for (int i = 0; i < g.length; i++) {
            g[i] = i;
        }
        var o = buffers.of(new float[128]);

        launch(machine, "pipe", 128, buffers.of(g), o);

        float[] result = buffers.floats(o);
        for (int t = 0; t < 128; t++) {
            assertThat(result[t]).isEqualTo(4 * (127 - t));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "ptx/cuda_k_advanced.nvcc.sm90.ptx")
    void aWarpAddsInOneInstruction(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        var x = buffers.of(IntStream.range(0, 64).toArray());

        launch(machine, "redux", 64, x);

        assertThat(buffers.ints(x))
                .containsExactly(
                        IntStream.range(0, 64).map(i -> i < 32 ? 496 : 496 + 32 * 32).toArray());
    }

    @ParameterizedTest
    @CsvSource({"75, tex", "75, surf", "75, wmma_k", "90, tex", "90, surf", "90, wmma_k"})
    void texturesSurfacesAndMatricesAreRefusedWhenLookedUp(String sm, String kernel) {
        var machine = load("ptx/cuda_k_advanced.nvcc.sm%s.ptx".formatted(sm));

        assertThatExceptionOfType(UnsupportedKernelException.class)
                .isThrownBy(() -> machine.image().kernel(kernel))
                .withMessageMatching(
                        "ptx/cuda_k_advanced.*.ptx:\\d+:\\d+: instruction '(tex|suld|wmma)\\S+' is"
                                + " not simulated; kernel '\\w+' contains it");
    }
}
