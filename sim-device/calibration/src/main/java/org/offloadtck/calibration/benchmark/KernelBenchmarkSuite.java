package org.offloadtck.calibration.benchmark;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents.Pattern;
import org.offloadtck.calibration.benchmark.KernelBenchmark.LaunchSetup;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Module;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Name;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Operand;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.LaunchSize.Dim3;

/// The benchmarks: microbenchmarks of one cost each, and the seven kernels on which simulators are
/// compared.
public final class KernelBenchmarkSuite {

    public static final String MICRO = "kernels/microkernels.ptx";
    private static final String PEERS = "ptx/peer_kernels.sm75.ptx";
    private static final List<Integer> ROUNDS = List.of(1, 51, 101, 201, 401, 801);
    private static final int FLOAT = Float.BYTES;

    /// Threads of a one-dimensional CTA.
    private static final int CTA = 256;

    private static final int SIDE = 16;

    private static final int WARP = 32;
    private static final int BINS = 256;
    private static final int BODY = 4 * FLOAT;

    private KernelBenchmarkSuite() {}

    public static List<KernelBenchmark> all() {
        return Stream.of(chains(), memory(), peers()).flatMap(List::stream).toList();
    }

    private static List<KernelBenchmark> chains() {
        return Stream.of(
                        "fma_chain",
                        "fma_independent",
                        "add_chain",
                        "double_chain",
                        "divide_chain",
                        "root_chain",
                        "remainder_chain",
                        "product64_chain",
                        "exponential_chain")
                .map(kernel -> clocked(kernel, kernel, rounds -> warp(rounds, 0, Pattern.FLOATS)))
                .toList();
    }

    private static List<KernelBenchmark> memory() {
        return List.of(
                clocked("chase_l1", "chase", rounds -> ring(rounds, 8 << 10)),
                clocked("chase_l2", "chase_past_l1", rounds -> ring(rounds, 64 << 10)),
                clocked("chase_dram", "chase", rounds -> ring(rounds, 2 << 20)),
                clocked("shared_1", "shared_chain", rounds -> warp(rounds, 1, Pattern.ZEROS)),
                clocked("shared_2", "shared_chain", rounds -> warp(rounds, 2, Pattern.ZEROS)),
                clocked("shared_4", "shared_chain", rounds -> warp(rounds, 4, Pattern.ZEROS)),
                clocked("shared_32", "shared_chain", rounds -> warp(rounds, 32, Pattern.ZEROS)),
                timed("nothing", MICRO, List.of(1, 64, 512, 4096), n -> micro(grid(n), 1, 0, 0)),
                timed("copy", MICRO, List.of(1, 2, 4, 8, 16, 32), n -> copy(512, n)),
                timed("strided", MICRO, List.of(1, 2, 4, 8, 16), KernelBenchmarkSuite::strided));
    }

    private static List<KernelBenchmark> peers() {
        return List.of(
                timed("saxpy", PEERS, List.of(14, 16, 18, 20), n -> saxpy(1 << n)),
                timed("matmul_naive", PEERS, List.of(64, 128, 256), KernelBenchmarkSuite::product),
                timed("matmul_tiled", PEERS, List.of(64, 128, 256), KernelBenchmarkSuite::product),
                timed("reduce", PEERS, List.of(14, 16, 18, 20), n -> sum(1 << n)),
                timed("histogram", PEERS, List.of(14, 16, 18, 20), n -> histogram(1 << n)),
                timed("nbody", PEERS, List.of(256, 512, 1024, 2048), KernelBenchmarkSuite::bodies),
                timed(
                        "mandelbrot",
                        PEERS,
                        List.of(64, 128, 256),
                        KernelBenchmarkSuite::mandelbrot));
    }

    private static KernelBenchmark clocked(
            String name, String kernel, IntFunction<LaunchSetup> arrangement) {
        return new KernelBenchmark(
                new Name(name, kernel), Module.ofCorpus(MICRO), TimeSource.KERNEL, ROUNDS, arrangement);
    }

    private static KernelBenchmark timed(
            String kernel, String module, List<Integer> sizes, IntFunction<LaunchSetup> launch) {
        return new KernelBenchmark(
                new Name(kernel, kernel), Module.ofCorpus(module), TimeSource.EVENTS, sizes, launch);
    }

    private static LaunchSize grid(int ctas) {
        return LaunchSize.of(ctas, CTA);
    }

    private static LaunchSetup warp(int rounds, int distance, InitialContents content) {
        var in = new Operand.Buffer(1 << 12, content);
        var out = new Operand.Buffer(1 << 12, Pattern.ZEROS);
        return new LaunchSetup(
                LaunchSize.of(1, WARP), List.of(in, out, number(rounds), number(distance)));
    }

    private static LaunchSetup ring(int rounds, int bytes) {
        int stride = 512;
        var in = new Operand.Buffer(bytes, new InitialContents.PointerChase(stride));
        var out = new Operand.Buffer(1 << 12, Pattern.ZEROS);
        return new LaunchSetup(LaunchSize.of(1, 1), List.of(in, out, number(rounds), number(0)));
    }

    private static LaunchSetup micro(LaunchSize size, long bytes, int n, int m) {
        long least = Math.max(1 << 12, bytes);
        var in = new Operand.Buffer(least, Pattern.ZEROS);
        var out = new Operand.Buffer(least, Pattern.ZEROS);
        return new LaunchSetup(size, List.of(in, out, number(n), number(m)));
    }

    /// Each CTA copies 4 KiB per round.
    public static LaunchSetup copy(int ctas, int rounds) {
        return micro(grid(ctas), 16L * ctas * CTA * rounds, rounds, 0);
    }

    private static LaunchSetup strided(int words) {
        int ctas = 256;
        return micro(grid(ctas), (long) FLOAT * ctas * CTA * words, 1, words);
    }

    private static LaunchSetup saxpy(int n) {
        return new LaunchSetup(
                grid(Math.ceilDiv(n, CTA)), List.of(number(n), number(2.5f), floats(n), floats(n)));
    }

    private static LaunchSetup product(int n) {
        var size = plane(n);
        return new LaunchSetup(
                size, List.of(number(n), floats(n * n), floats(n * n), floats(n * n)));
    }

    private static LaunchSetup sum(int n) {
        return new LaunchSetup(
                grid(Math.ceilDiv(n, CTA)), List.of(number(n), bytes(n), zeros(FLOAT)));
    }

    private static LaunchSetup histogram(int n) {
        int ctas = 64;
        return new LaunchSetup(grid(ctas), List.of(number(n), bytes(n), zeros(BINS * FLOAT)));
    }

    private static LaunchSetup bodies(int n) {
        return new LaunchSetup(
                LaunchSize.of(n / CTA, CTA),
                List.of(number(n), floats(n * BODY / FLOAT), zeros(n * BODY)));
    }

    private static LaunchSetup mandelbrot(int side) {
        return new LaunchSetup(
                plane(side),
                List.of(number(side), number(side), number(256), zeros(side * side * FLOAT)));
    }

    private static LaunchSize plane(int side) {
        var groups = new Dim3(side / SIDE, side / SIDE, 1);
        return new LaunchSize(groups, new Dim3(SIDE, SIDE, 1), 0);
    }

    private static Operand number(int value) {
        return new Operand.Constant(Argument.Value.of(value));
    }

    private static Operand number(float value) {
        return number(Float.floatToRawIntBits(value));
    }

    private static Operand floats(int count) {
        return new Operand.Buffer((long) FLOAT * count, Pattern.FLOATS);
    }

    private static Operand bytes(int count) {
        return new Operand.Buffer((long) FLOAT * count, Pattern.BYTES);
    }

    private static Operand zeros(int bytes) {
        return new Operand.Buffer(bytes, Pattern.ZEROS);
    }
}
