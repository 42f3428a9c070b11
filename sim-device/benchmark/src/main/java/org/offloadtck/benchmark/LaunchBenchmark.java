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

/// Launches of the seven kernels, in a JVM that has run them for a while.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LaunchBenchmark {

    @Param PeerKernel kernel = PeerKernel.SAXPY;

    @Param LaunchMode detail = LaunchMode.FUNCTIONAL;

    @Param({"1", "2"})
    int threads = 1;

    private KernelFixture bench = KernelFixture.of(PeerKernel.SAXPY);

    /// Thread instructions that launches executed; JMH makes it a rate.
    @AuxCounters
    @State(Scope.Thread)
    public static class ExecutedInstructions {

        public long threadInstructions;
    }

    /// Loads the kernel that is measured.
    @Setup
    public void load() {
        bench = KernelFixture.of(kernel);
    }

    @Setup(Level.Invocation)
    public void reset() {
        bench.reset();
    }

    @TearDown(Level.Iteration)
    public void verify() {
        bench.verify();
    }

    @Benchmark
    public void launch(ExecutedInstructions executed) {
        executed.threadInstructions += bench.launch(detail, threads).threadInstructions();
    }
}
