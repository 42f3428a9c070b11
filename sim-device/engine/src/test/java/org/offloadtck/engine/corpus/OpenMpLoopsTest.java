package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.CorpusPrograms;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.OpenMpLaunch;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;

/// Programs of the corpus about loops, regions in regions, and tasks, in every form that compilers
/// made of them, against plain loops here.
public class OpenMpLoopsTest extends CorpusPrograms {

    private static final int TEAMS = 3;
    private static final int THREADS = 64;

    private final Random random = new Random(3);

    private int[] ints(int count, int bound) {
        return random.ints(count, 0, bound).toArray();
    }

    static List<String> nested() {
        return forms("_03_nested_parallel.");
    }

    /// The innermost region has one thread, number 0, at level 2: regions nested in an active one
    /// are inactive unless the program says otherwise. Each team has one iteration, for after it
    /// the device runtimes run later regions of the team serially in every thread (D66).
    @ParameterizedTest
    @MethodSource("nested")
    void aNestedRegionHasOneThread(String path) {
        int n = 7;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] values = ints(n * n, 1000);
        var x = buffers.of(values);

        new OpenMpLaunch(machine).run(n, THREADS, (long) n, x);

        assertThat(buffers.ints(x))
                .containsExactly(Arrays.stream(values).map(v -> v + 2).toArray());
    }

    static List<String> dynamicSchedule() {
        return forms("_11_dynamic_schedule.");
    }

    @ParameterizedTest
    @MethodSource("dynamicSchedule")
    void everyIterationIsDoneOnceWhateverTheSchedule(String path) {
        int n = 130;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] values = ints(n, 1 << 20);
        var x = buffers.of(values);

        OpenMpLaunch.ofRegionAt(machine, 2).run(TEAMS, THREADS, (long) n, x);
        OpenMpLaunch.ofRegionAt(machine, 4).run(1, 32, (long) n, x);

        assertThat(buffers.ints(x)).isEqualTo(values);
    }

    static List<String> orderedOf19() {
        return forms("omp19_11_dynamic_schedule.");
    }

    @ParameterizedTest
    @MethodSource("orderedOf19")
    void anOrderedLoopIsDone(String path) {
        int n = 130;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] values = ints(n, 1 << 20);
        var x = buffers.of(values);

        OpenMpLaunch.ofRegionAt(machine, 7).run(1, 32, (long) n, x);

        assertThat(buffers.ints(x))
                .containsExactly(IntStream.range(0, n).map(i -> values[i] ^ i).toArray());
    }

    static Stream<String> orderedOf16() {
        return dynamicSchedule().stream().filter(path -> !path.contains("omp19_"));
    }

    /// The compiler ends an ordered loop after each iteration, and the runtime of LLVM 16 takes it
    /// at its word (D21).
    @ParameterizedTest
    @MethodSource("orderedOf16")
    void anOrderedLoopLosesItsPlace(String path) {
        var machine = load(path);
        var x = new DeviceBuffers(machine).of(new int[130]);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> OpenMpLaunch.ofRegionAt(machine, 7).run(1, 32, 130L, x))
                .matches(fault -> fault.kind() == FaultKind.NULL_POINTER);
    }

    static List<String> tasks() {
        return forms("_12_tasks.");
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void tasksAndLoopsOfTasksAreDone(String path) {
        int n = 40;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        int[] values = ints(n, 1 << 20);
        var x = buffers.of(values);

        new OpenMpLaunch(machine).run(1, THREADS, (long) n, x);

        assertThat(buffers.ints(x))
                .containsExactly(IntStream.range(0, n).map(i -> 2 * (values[i] + i)).toArray());
    }

    static List<String> collapse() {
        return forms("_13_collapse_simd_scan.");
    }

    @ParameterizedTest
    @MethodSource("collapse")
    void aProductOfWholeMatricesIsExact(String path) {
        int n = 13;
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        float[] b = new float[n * n];
        float[] c = new float[n * n];
        for (int i = 0; i < n * n; i++) {
            b[i] = random.nextInt(129) - 64;
            c[i] = random.nextInt(129) - 64;
        }
        var a = buffers.of(new float[n * n]);

        new OpenMpLaunch(machine).run(TEAMS, THREADS, (long) n, buffers.of(b), buffers.of(c), a);

        float[] result = buffers.floats(a);
        for (int i = 0; i < n * n; i++) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += b[i / n * n + k] * c[k * n + i % n];
            }
            assertThat(result[i]).as("a[%d]", i).isEqualTo(sum);
        }
    }

    static List<String> teamSync() {
        return forms("_15_team_sync_locks.");
    }

    /// Teams add to the same words without synchronising, so additions may be lost.
    @ParameterizedTest
    @MethodSource("teamSync")
    void whatIsLeftIsWhatSomeOfTheTeamsAdded(String path) {
        var machine = load(path);
        var buffers = new DeviceBuffers(machine);
        var x = buffers.of(new int[THREADS]);

        new OpenMpLaunch(machine).run(4, THREADS, (long) THREADS, x);

        int[] added = buffers.ints(x);
        for (int i = 0; i < THREADS; i++) {
            assertThat((double) added[i]).as("x[%d]", i).isCloseTo(3, within(i < 2 ? 7.0 : 3.0));
        }
    }
}
