package org.offloadtck.calibration.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.calibration.HardwareData;
import org.offloadtck.engine.device.DeviceSpec;

/// Cycles a round of experiments on an H100 (`instruction-costs.csv`), against those of the model.
///
/// The word of `atomic_chain` was in the far half of the second-level cache, and is in the near one
/// of the model.
class InstructionCostsTest {

    private static final DeviceSpec H100 = DeviceSpec.named("h100").orElseThrow();

    /// The assembler computes the predicate of a loop before its last barrier or fence; here, its
    /// branch waits for it.
    private static final double BRANCH = 16;

    /// For the same reason, one sleep of a round may end a tick later.
    private static final double TICK = 64;

    /// An experiment as the device ran it.
    ///
    /// @param cycles a round
    record Row(String experiment, double cycles) {

        double allowance() {
            return experiment.startsWith("sleep") ? TICK : BRANCH;
        }
    }

    static List<Row> rows() {
        return HardwareData.lines("h100/instruction-costs.csv").stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells -> new Row(cells[0], Double.parseDouble(cells[2])))
                .filter(row -> !row.experiment().equals("atomic_chain"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRoundTakesAsLongAsOnTheDevice(Row row) {
        var experiment =
                KernelBenchmarkSuite.all().stream()
                        .filter(each -> each.name().experiment().equals(row.experiment()))
                        .findFirst()
                        .orElseThrow();
        var model = new ModelledKernel(H100, Map.of());
        int few = experiment.sizes().get(1);
        int many = experiment.sizes().getLast();

        double cycles = model.cycles(experiment, many) - model.cycles(experiment, few);

        assertThat(cycles / (many - few))
                .isCloseTo(row.cycles(), within(Math.max(row.allowance(), 0.02 * row.cycles())));
    }
}
