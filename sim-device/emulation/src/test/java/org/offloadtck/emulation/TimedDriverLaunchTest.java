package org.offloadtck.emulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.api.DriverFunction;

/// Launches below `exec --timing`.
final class TimedDriverLaunchTest {

    private static String report(int launches, String... options) {
        var timed = Stream.concat(Stream.of("--timing"), Stream.of(options));
        try (var program = ClientProgram.run(timed.toArray(String[]::new)).ready()) {
            long data = program.allocate(4096);
            long kernel = program.kernel(ClientKernels.ADD, "add");
            for (int i = 0; i < launches; i++) {
                program.launch(kernel, 4, 32, data);
            }
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
            return program.finish().report();
        }
    }

    @Test
    void theReportHasTheCyclesOfEachKernel() {
        var once = report(1, "--device=t4");

        assertThat(once).contains("grid x block  cycles  thread instructions");
        long cycles = cycles(once);
        assertThat(cycles).isGreaterThan(5000);
        long warm = cycles(report(2, "--device=t4")) - cycles;
        assertThat(warm).isPositive().isLessThan(cycles);
        assertThat(cycles(report(3, "--device=t4"))).isEqualTo(cycles + 2 * warm);
        assertThat(cycles(report(1, "--device=h200"))).isNotEqualTo(cycles);
    }

    @Test
    void aDeviceCanHaveAnotherFigure() {
        long cycles = cycles(report(1, "--device=t4"));

        assertThat(cycles(report(1, "--device=t4", "--figure=kernel_launch=4000")))
                .isEqualTo(cycles - 1000);
    }

    /// A fill leaves its lines in the second-level cache, a copy of pinned memory does not (ADR
    /// 15).
    @Test
    void copiesBetweenHostAndDeviceDoNotFillTheCache() {
        long cold = cyclesAfter(DriverFunction.CU_CTX_SYNCHRONIZE);

        assertThat(cyclesAfter(DriverFunction.CU_MEMCPY_HTOD)).isEqualTo(cold);
        assertThat(cyclesAfter(DriverFunction.CU_MEMSET_D8)).isLessThan(cold);
    }

    private static long cyclesAfter(DriverFunction function) {
        try (var program = ClientProgram.run("--device", "t4", "--timing").ready()) {
            long data = program.allocate(4096);
            long pinned = program.ok(DriverFunction.CU_MEM_ALLOC_HOST, 4096);
            switch (function) {
                case CU_MEMCPY_HTOD -> program.ok(function, data, pinned, 4096);
                case CU_MEMSET_D8 -> program.ok(function, data, 0, 4096);
                default -> program.ok(function);
            }
            program.launch(program.kernel(ClientKernels.ADD, "add"), 4, 32, data);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
            return cycles(program.finish().report());
        }
    }

    private static long cycles(String report) {
        var row = report.lines().filter(line -> line.endsWith("  add")).findFirst().orElseThrow();
        return Long.parseLong(row.trim().split(" {2,}", -1)[2].replace(",", ""));
    }

    @Test
    void aKernelThatFaultsHasNoTime() {
        try (var program = ClientProgram.run("--device", "t4", "--timing").ready()) {
            program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 1, 16);
            program.call(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.finish().report())
                    .contains("1 launch of add not timed: it did not come to its end");
        }
    }
}
