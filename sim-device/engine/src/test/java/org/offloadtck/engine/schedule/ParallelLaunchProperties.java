package org.offloadtck.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.engine.fixture.RandomKernel;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// The same launch on one, two and three threads of the host.
class ParallelLaunchProperties {

    /// So many that a thread takes several at a time.
    private static final int CTAS = 128;

    @Property(tries = 25, seed = "14")
    void memoryOutputCountsAndFaultsAreTheSameOnAnyNumberOfThreads(@ForAll long seed) {
        String alone = outcome(seed, 1);

        assertThat(outcome(seed, 2)).isEqualTo(alone);
        assertThat(outcome(seed, 3)).isEqualTo(alone);
    }

    /// What a launch leaves; of one that faults memory is not compared, for CTAs after the one that
    /// faulted may have begun.
    private static String outcome(long seed, int threads) {
        String ptx = TestDevice.kernel(RandomKernel.DECLARATIONS, RandomKernel.body(seed, CTAS));
        var machine = TestDevice.of("random.ptx", ptx).using(threads);
        int words = RandomKernel.SHARED_WORDS + CTAS * RandomKernel.THREADS;
        var out = machine.allocate("out", 4L * words);
        var shape = LaunchShape.of(CTAS, RandomKernel.THREADS);
        try {
            var result = machine.launch(machine.kernel(), shape, out);
            int[] left = machine.ints(out);
            int[] combined = Arrays.copyOf(left, RandomKernel.SHARED_WORDS);
            return "%s %s %x".formatted(result, Arrays.toString(combined), Arrays.hashCode(left));
        } catch (KernelFaultException fault) {
            return fault.getMessage() + fault.partialOutcome();
        }
    }
}
