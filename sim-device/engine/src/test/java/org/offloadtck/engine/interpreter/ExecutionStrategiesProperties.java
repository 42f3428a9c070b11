package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThatNoException;

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
