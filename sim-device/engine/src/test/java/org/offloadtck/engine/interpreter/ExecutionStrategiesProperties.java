package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.offloadtck.engine.fixture.RandomProgram;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// Random programs, interpreted and as bytecode: [TestDevice] launches them both ways and compares.
class ExecutionStrategiesProperties {

    private static final int CTAS = 2;

    @Property(tries = 60, seed = "13")
    void memoryCountsOutputAndFaultsAreTheSame(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 70) int threads) {
        launch(seed, threads);
    }

    /// Few threads diverge into groups of one lane and out of them. The second warp of 33 threads
    /// is one lane, and its turns alternate with those of the first.
    @Property(tries = 120, seed = "17")
    void groupsOfOneLaneAreTheSame(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 4) int choice) {
        launch(seed, List.of(1, 2, 3, 33, 65).get(choice));
    }

    private static void launch(long seed, int threads) {
        var machine =
                TestDevice.of(
                                "random.ptx",
                                TestDevice.kernel(
                                        RandomProgram.DECLARATIONS, RandomProgram.body(seed)))
                        .using(1);
        var out = machine.allocate("out", 8192);

        assertThatNoException()
                .isThrownBy(() -> {
                    try {
                        machine.launch(machine.kernel(), LaunchShape.of(CTAS, threads), out);
                    } catch (KernelFaultException expected) {
                        // Some are made to fault; what matters is that both fault alike.
                    }
                });
    }
}
