package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.CorpusPrograms;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.OpenMpLaunch;

/// Programs of the corpus about what threads share, print and call, in every form that compilers
/// made of them, against plain loops here.
public class OpenMpProgramsTest extends CorpusPrograms {

    private static final int TEAMS = 3;
    private static final int THREADS = 64;

    private final Random random = new Random(1);

    private int[] ints(int count, int bound) {
        return random.ints(count, 0, bound).toArray();
    }

    static List<String> reduction() {
        return forms("_02_reduction.");
    }

    @ParameterizedTest
    @MethodSource("reduction")
    void sumsOfWholeNumbersAreExactWhoeverAddsThem(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        double[] values = random.ints(500, -1000, 1000).asDoubleStream().toArray();
        var sum = buffers.of(0.0);

        OpenMpLaunch.ofRegionAt(machine, 3).run(TEAMS, THREADS, 500L, sum, buffers.of(values));

        assertThat(buffers.doubles(sum)).containsExactly(Arrays.stream(values).sum());
    }

    @ParameterizedTest
    @MethodSource("reduction")
    void twoVariablesAreReducedAtOnce(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] values = random.ints(500, -1 << 20, 1 << 20).toArray();
        var most = buffers.of(-2147483647);
        var union = buffers.of(0);

        OpenMpLaunch.ofRegionAt(machine, 9)
                .run(TEAMS, THREADS, 500L, most, buffers.of(values), union);

        assertThat(buffers.ints(most)).containsExactly(Arrays.stream(values).max().orElseThrow());
        assertThat(buffers.ints(union))
                .containsExactly(Arrays.stream(values).reduce(0, (a, b) -> a | b));
    }

    static List<String> atomics() {
        return forms("_05_atomics.");
    }

    /// The inputs hit no bucket but 1 and 4 to 255, so that everything but `b[0]` and `b[2]` has
    /// one outcome in every order.
    @ParameterizedTest
    @MethodSource("atomics")
    void atomicsLoseNothing(String path) {
        int n = 300;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] x =
                random.ints(0, 1 << 16)
                        .filter(v -> (v & 255) != 0 && (v & 255) != 2 && (v & 255) != 3)
                        .limit(n)
                        .toArray();
        int[] count = new int[256];
        Arrays.stream(x).forEach(v -> count[v & 255]++);
        var b = buffers.of(Arrays.copyOf(new int[] {5, 6, 7, 8}, 256));
        var u = buffers.of(0, ~0, 0xabcd, 99);
        var f = buffers.of(0.25f, 1f, 2f, 3f);
        var d = buffers.of(0.5, 1, 2, 3);
        var l = buffers.of(1L, 1L, 2L, 3L);

        new OpenMpLaunch(machine).run(TEAMS, THREADS, (long) n, b, buffers.of(x), u, f, d, l);

        int[] buckets = buffers.ints(b);
        assertThat(buckets[1]).isEqualTo(6 + count[1]);
        assertThat(buckets[2]).isBetween(6, buckets[1]);
        assertThat(buckets[3]).isEqualTo(Arrays.stream(x).max().orElseThrow());
        assertThat(Arrays.copyOfRange(buckets, 4, 256))
                .isEqualTo(Arrays.copyOfRange(count, 4, 256));
        assertThat(buffers.ints(u))
                .containsExactly(
                        Arrays.stream(x).map(v -> 1 << (v & 31)).reduce(0, (p, q) -> p | q),
                        Arrays.stream(x).map(v -> ~v).reduce(~0, (p, q) -> p & q),
                        Arrays.stream(x).reduce(0xabcd, (p, q) -> p ^ q),
                        99);
        float product = 1f;
        for (int i = 0; i < n; i++) {
            product *= 1.001f;
        }
        assertThat(buffers.floats(f)).containsExactly(0.25f + 1.5f * n, product, 2f, 3f);
        assertThat(buffers.doubles(d)).containsExactly(0.5 + 0.5 * n, 1, 2, 3);
        assertThat(buffers.longs(l)).containsExactly(1 + Arrays.stream(x).sum(), 1, 2, 3);
    }

    static List<String> printf() {
        return forms("_07_printf.");
    }

    @ParameterizedTest
    @MethodSource("printf")
    void everyIterationPrintsItsLineOnce(String path) {
        var machine = load(path);

        var result = new OpenMpLaunch(machine).run(TEAMS, THREADS, 100L);

        assertThat(result.output().lines().sorted())
                .containsExactlyElementsOf(
                        IntStream.range(0, 100)
                                .mapToObj(i ->
                                        "hello %d %d.%d00000 dev".formatted(i, i / 2, i % 2 * 5))
                                .sorted()
                                .toList());
    }

    static List<String> sharedData() {
        return forms("_09_shared_data.");
    }

    @ParameterizedTest
    @MethodSource("sharedData")
    void aTeamsArrayIsSharedByItsThreads(String path) {
        int n = 64 * 4;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = random.nextFloat() - 0.5f;
        }
        var o = buffers.of(new float[n]);

        OpenMpLaunch.ofRegionAt(machine, 3).run(TEAMS, THREADS, (long) n, buffers.of(x), o);

        float[] result = buffers.floats(o);
        for (int i = 0; i < n; i++) {
            assertThat(result[i]).as("o[%d]", i).isEqualTo(x[i / 64 * 64 + 63 - i % 64] + x[i]);
        }
    }

    @ParameterizedTest
    @MethodSource("sharedData")
    void memoryOfTheTeamOutlivesABarrier(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        var o = buffers.of(new float[128]);

        OpenMpLaunch.ofRegionAt(machine, 13).run(1, 128, o);

        float[] mirrored = new float[128];
        for (int t = 0; t < 128; t++) {
            mirrored[t] = 127 - t;
        }
        assertThat(buffers.floats(o)).isEqualTo(mirrored);
    }

    static List<String> declareTarget() {
        return forms("_10_declare_target.");
    }

    @ParameterizedTest
    @MethodSource("declareTarget")
    void lanesRecurseAndCallVirtualFunctions(String path) {
        int n = 100;
        for (int sel = 0; sel < 2; sel++) {
            var machine = load(path);
            var buffers = new DeviceBuffers(machine);
            int[] values = ints(n, 100_000);
            var x = buffers.of(values);

            new OpenMpLaunch(machine).run(TEAMS, THREADS, (long) n, x, (long) sel);

            int[] result = buffers.ints(x);
            for (int i = 0; i < n; i++) {
                int a = values[i];
                int called = (a + sel) % 2 != 0 ? recursion(a) : a - 5;
                int expected = called + ((a & 2) != 0 ? 3 * i : 1);
                assertThat(result[i]).as("x[%d]", i).isEqualTo(expected);
            }
        }
    }

    /// `helper` of depth 5 with its tables, without the recursion.
    private static int recursion(int start) {
        int a = start;
        int added = 0;
        for (int depth = 5; depth > 0; depth--) {
            added += 7 + (a & 3);
            a = a * 3 + 1 + (a & 15);
        }
        return a + added;
    }
}
