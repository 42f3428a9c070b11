package org.offloadtck.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// JMH benchmark of launches of the kernels in a warm JVM.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LaunchBenchmark {

    @Param PeerKernel kernel = PeerKernel.SAXPY;

    @Param LaunchMode mode = LaunchMode.FUNCTIONAL;

    @Param({"1", "2"})
    int threads = 1;

    private KernelFixture fixture = KernelFixture.of(PeerKernel.SAXPY);

    /// Thread instructions of the launches; JMH reports them as a rate.
    @AuxCounters
    @State(Scope.Thread)
    public static class ExecutedInstructions {

        public long threadInstructions;
    }

    /// Loads the measured kernel.
    @Setup
    public void load() {
        fixture = KernelFixture.of(kernel);
    }

    @Setup(Level.Invocation)
    public void reset() {
        fixture.reset();
    }

    @TearDown(Level.Iteration)
    public void verify() {
        fixture.verify();
    }

    @Benchmark
    public void launch(ExecutedInstructions executed) {
        executed.threadInstructions += fixture.launch(mode, threads).threadInstructions();
    }
}
