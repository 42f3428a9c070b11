package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.CorpusPrograms;
import org.offloadtck.engine.fixture.OpenMpLaunch;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.memory.Allocation;

/// What clang made of the corpus' OpenMP programs, in both device ABIs, optimised and not, with the
/// device runtime linked in, computes what the programs say.
public class OpenMpKernelsTest extends CorpusPrograms {

    static List<String> zaxpy() {
        return forms("_00_zaxpy.");
    }

    static List<String> parallelFor() {
        return forms("_01_parallel_for.");
    }

    static List<String> genericMode() {
        return forms("_04_generic_mode.");
    }

    static List<String> critical() {
        return forms("_06_critical.");
    }

    private static Allocation ints(TestDevice machine, int... values) {
        var allocation = machine.allocate("x", 4L * values.length);
        machine.at(allocation).asIntBuffer().put(values);
        return allocation;
    }

    @ParameterizedTest
    @MethodSource("zaxpy")
    void zaxpyIsTheHostsInEveryBit(String path) {
        int n = 1000;
        var machine = load(path);
        var x = machine.allocate("X", 16L * n);
        var y = machine.allocate("Y", 16L * n);
        var d = machine.allocate("D", 16);
        for (int i = 0; i < n; i++) {
            machine.at(x).putDouble(16 * i, i).putDouble(16 * i + 8, 1);
            machine.at(y).putDouble(16 * i, 1).putDouble(16 * i + 8, i);
        }
        machine.at(d).putDouble(0, 2).putDouble(8, 1);

        new OpenMpLaunch(machine).run(3, 128, (long) n, y, d, x);

        for (int i = 0; i < n; i++) {
            assertThat(machine.at(y).getDouble(16 * i)).as("Y[%d].real", i).isEqualTo(2.0 * i);
            assertThat(machine.at(y).getDouble(16 * i + 8))
                    .as("Y[%d].imag", i)
                    .isEqualTo(2.0 + i + i);
        }
    }

    @ParameterizedTest
    @MethodSource("parallelFor")
    void saxpyIsFused(String path) {
        int n = 1000;
        var machine = load(path);
        var x = machine.allocate("x", 4L * n);
        var y = machine.allocate("y", 4L * n);
        for (int i = 0; i < n; i++) {
            machine.at(x).putFloat(4 * i, i * 0.1f);
            machine.at(y).putFloat(4 * i, i * 0.7f);
        }

        new OpenMpLaunch(machine).run(3, 128, n, y, 1.5f, x);

        for (int i = 0; i < n; i++) {
            assertThat(machine.at(y).getFloat(4 * i))
                    .as("y[%d]", i)
                    .isEqualTo(Math.fma(1.5f, i * 0.1f, i * 0.7f));
        }
    }

    @ParameterizedTest
    @MethodSource("genericMode")
    void workersFollowTheMainThread(String path) {
        int n = 100;
        int threads = 64;
        var machine = load(path);
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = 3 * i + 1;
        }
        var x = ints(machine, values);

        new OpenMpLaunch(machine).run(1, threads, x, n);

        assertThat(machine.ints(x)).isEqualTo(genericModeResult(values, threads));
    }

    /// `04_generic_mode.cpp` run by hand: `schedule(static)` without a chunk size is cyclic on this
    /// device, one iteration at a time.
    private static int[] genericModeResult(int[] values, int threads) {
        int[] x = values.clone();
        int local = x[0] + x[1] + x[2] + x[3];
        for (int i = 0; i < x.length; i++) {
            x[i] += local + i % threads;
        }
        x[1] = x[0];
        x[2] = threads;
        return x;
    }

    @ParameterizedTest
    @MethodSource("critical")
    void lanesOfAWarpTakeTheLockInTurn(String path) {
        int n = 40;
        var machine = load(path);
        var c = ints(machine, 0, 0);

        new OpenMpLaunch(machine).run(1, 32, n, c);

        int sum = 0;
        int mixed = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
            mixed = mixed * 3 + sum;
        }
        assertThat(machine.ints(c)).containsExactly(sum, mixed);
    }
}
