package org.offloadtck.simt.execution;

import static org.assertj.core.api.Assertions.assertThatNoException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// Random programs, interpreted and as bytecode: [Machine] launches them both ways and compares.
class ExecutorsProperties {

    private static final int CTAS = 2;

    @Property(tries = 60, seed = "13")
    void memory_counts_output_and_faults_are_the_same(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 70) int threads) {
        var machine =
                Machine.of(
                                "random.ptx",
                                Machine.kernel(
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
