package org.offloadtck.calibration.benchmark;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents.Pattern;
import org.offloadtck.calibration.benchmark.KernelBenchmark.LaunchSetup;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Method;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Module;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Name;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Operand;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Protocol;
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
    private static final List<Integer> FEW_ROUNDS = List.of(1, 2, 4, 8, 16);

    /// Powers of two, from data that fits into second-level caches to what fits into none: 32 MiB
    /// are 2^22 numbers of 64 bits.
    private static final List<Integer> STREAMS = List.of(16, 18, 20, 22);

    /// 2^24 numbers of 64 bits, in a buffer of twice as many.
    private static final int CLEANING = 24;

    private static final int FLOAT = Float.BYTES;

    /// Threads of a one-dimensional CTA.
    private static final int CTA = 256;

    private static final int SIDE = 16;

    private static final int WARP = 32;
    private static final int BINS = 256;
    private static final int BODY = 4 * FLOAT;

    /// The largest CTA that every device has.
    private static final int FULL_CTA = 1024;

    /// The bytes that a thread of a reading kernel loads at once.
    private static final int VECTOR = 16;

    /// Bytes of a buffer that is hardly used.
    private static final long SMALL = 1 << 12;

    /// Bytes between loads of constant memory: more than a line of its caches.
    private static final int CONSTANT_STRIDE = 256;

    /// A large page of the device, and nine lines more, so that not all addresses fall on one set
    /// of a cache. 64 of them are more than the 32 MiB that the first-level TLB of a T4 covers
    /// (arXiv 1903.07486).
    private static final int PAGE_STRIDE = (2 << 20) + 9 * 128;

    private static final int LOAD_ROUNDS = 20_000;
    private static final int LOAD_CTAS = 1024;

    private KernelBenchmarkSuite() {}

    public static List<KernelBenchmark> all() {
        return Stream.of(
                        chains(), control(), calls(), memory(), atomics(), caches(), streams(),
                        peers())
                .flatMap(List::stream)
                .toList();
    }

    /// A kernel of several milliseconds that occupies every multiprocessor of a device, to wait for
    /// stable clocks with. A simulated device launches the first size.
    static KernelBenchmark load() {
        return timed(
                "load",
                "fma_chain",
                List.of(1, LOAD_ROUNDS),
                rounds -> warps(grid(Math.min(rounds, LOAD_CTAS)), rounds, 0, Pattern.FLOATS));
    }

    /// A kernel of one warp whose cycles and nanoseconds tell the clock of its multiprocessor.
    static KernelBenchmark clock() {
        return clocked("clock", "fma_chain", rounds -> warp(rounds, 0, Pattern.FLOATS));
    }

    /// A kernel that reads 128 MiB, twice the largest second-level cache of `devices.csv`.
    static KernelBenchmark cleaning() {
        return timed("cleaning", "stream_read", List.of(CLEANING), n -> stream(1 << n));
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
                        "exponential_chain",
                        "half_chain",
                        "tensor_chain")
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
                clocked(
                        "chase_tlb",
                        "chase_past_l1",
                        KernelBenchmarkSuite::pages,
                        List.of(1, 51, 101)),
                clocked("constant_hit", "constant_chain", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked(
                        "constant_miss",
                        "constant_chain",
                        rounds -> warp(rounds, CONSTANT_STRIDE, Pattern.ZEROS)),
                timed(
                        "nothing",
                        "nothing",
                        List.of(1, 64, 512, 4096),
                        n -> micro(grid(n), 1, 0, 0)),
                timed("copy", "copy", List.of(1, 2, 4, 8, 16, 32), n -> copy(512, n)),
                timed("strided", "strided", FEW_ROUNDS, KernelBenchmarkSuite::strided));
    }

    /// Branches, barriers, fences, sleeps.
    private static List<KernelBenchmark> control() {
        return List.of(
                clocked("branch_chain", "branch_chain", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked(
                        "branch_throughput",
                        "branch_exits",
                        rounds -> warps(LaunchSize.of(1, FULL_CTA), rounds, 0, Pattern.ZEROS)),
                clocked("warp_barrier", "warp_barrier", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked("vote_chain", "vote_chain", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked("fence_cta", "fence_cta", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked("fence_gpu", "fence_gpu", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked("fence_sys", "fence_sys", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked("sleep_20", "sleep", rounds -> warp(rounds, 20, Pattern.ZEROS)),
                clocked("sleep_1000", "sleep", rounds -> warp(rounds, 1000, Pattern.ZEROS)),
                clocked("barrier_warp", "barrier_chain", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked(
                        "barrier_cta",
                        "barrier_chain",
                        rounds -> warps(grid(1), rounds, 0, Pattern.ZEROS)));
    }

    /// Calls of functions of the program and of the device heap, by one thread and by a warp.
    private static List<KernelBenchmark> calls() {
        return List.of(
                clocked("call_direct", "call_direct", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked("call_indirect", "call_indirect", rounds -> warp(rounds, 0, Pattern.ZEROS)),
                clocked("heap_thread", "heap", rounds -> lane(rounds, 0), FEW_ROUNDS),
                clocked("heap_warp", "heap", rounds -> warp(rounds, 0, Pattern.ZEROS), FEW_ROUNDS));
    }

    /// One atomic after another, and as many at once as the device has room for: in one word, in
    /// the words of a sector, and in a sector each.
    private static List<KernelBenchmark> atomics() {
        return List.of(
                clocked("atomic_chain", "atomic_chain", rounds -> lane(rounds, 0)),
                timed("atomic_same", "atomic_words", FEW_ROUNDS, rounds -> atomics(rounds, 0)),
                timed("atomic_words", "atomic_words", FEW_ROUNDS, rounds -> atomics(rounds, 1)),
                timed("atomic_sectors", "atomic_words", FEW_ROUNDS, rounds -> atomics(rounds, 8)));
    }

    /// What caches deliver to many threads, cold and after the same launch, and two launches at the
    /// same time: of a grid that leaves most multiprocessors free, and of one that takes all memory
    /// bandwidth.
    private static List<KernelBenchmark> caches() {
        return List.of(
                clocked(
                        "read_l1",
                        "read_cached",
                        rounds -> masked(LaunchSize.of(1, FULL_CTA), rounds, 16 << 10)),
                timed("read_l2", "read_past_l1", FEW_ROUNDS, rounds -> readL2(rounds)),
                of(
                        new Name("read_warm", "read_past_l1"),
                        new Method(TimeSource.EVENTS, Protocol.WARM),
                        FEW_ROUNDS,
                        rounds -> readL2(rounds)),
                of(
                        new Name("two_small", "fma_chain"),
                        new Method(TimeSource.EVENTS, Protocol.PAIRED),
                        List.of(201, 401, 801),
                        rounds -> warps(grid(8), rounds, 0, Pattern.FLOATS)),
                of(
                        new Name("two_copies", "copy"),
                        new Method(TimeSource.EVENTS, Protocol.PAIRED),
                        List.of(4, 8, 16),
                        rounds -> copy(512, rounds)));
    }

    /// Streams of 2^n numbers that write, read, read and write one for one, and read two for each
    /// that they write.
    private static List<KernelBenchmark> streams() {
        return Stream.of("stream_init", "stream_read", "stream_scale", "stream_triad")
                .map(kernel -> timed(kernel, kernel, STREAMS, n -> stream(1 << n)))
                .toList();
    }

    private static List<KernelBenchmark> peers() {
        return List.of(
                peer("saxpy", List.of(14, 16, 18, 20), n -> saxpy(1 << n)),
                peer("matmul_naive", List.of(64, 128, 256), KernelBenchmarkSuite::product),
                peer("matmul_tiled", List.of(64, 128, 256), KernelBenchmarkSuite::product),
                peer("reduce", List.of(14, 16, 18, 20), n -> sum(1 << n)),
                peer("histogram", List.of(14, 16, 18, 20), n -> histogram(1 << n)),
                peer("nbody", List.of(256, 512, 1024, 2048), KernelBenchmarkSuite::bodies),
                peer("mandelbrot", List.of(64, 128, 256), KernelBenchmarkSuite::mandelbrot));
    }

    private static KernelBenchmark clocked(
            String name, String kernel, IntFunction<LaunchSetup> launch) {
        return clocked(name, kernel, launch, ROUNDS);
    }

    private static KernelBenchmark clocked(
            String name, String kernel, IntFunction<LaunchSetup> launch, List<Integer> sizes) {
        var method = new Method(TimeSource.KERNEL, Protocol.COLD);
        return of(new Name(name, kernel), method, sizes, launch);
    }

    private static KernelBenchmark timed(
            String name, String kernel, List<Integer> sizes, IntFunction<LaunchSetup> launch) {
        var method = new Method(TimeSource.EVENTS, Protocol.COLD);
        return of(new Name(name, kernel), method, sizes, launch);
    }

    private static KernelBenchmark of(
            Name name, Method method, List<Integer> sizes, IntFunction<LaunchSetup> launch) {
        return new KernelBenchmark(name, Module.ofCorpus(MICRO), method, sizes, launch);
    }

    private static KernelBenchmark peer(
            String kernel, List<Integer> sizes, IntFunction<LaunchSetup> launch) {
        var method = new Method(TimeSource.EVENTS, Protocol.COLD);
        return new KernelBenchmark(
                new Name(kernel, kernel), Module.ofCorpus(PEERS), method, sizes, launch);
    }

    private static LaunchSize grid(int ctas) {
        return LaunchSize.of(ctas, CTA);
    }

    private static LaunchSetup lane(int rounds, int distance) {
        return warps(LaunchSize.of(1, 1), rounds, distance, Pattern.ZEROS);
    }

    private static LaunchSetup warp(int rounds, int distance, InitialContents content) {
        return warps(LaunchSize.of(1, WARP), rounds, distance, content);
    }

    private static LaunchSetup warps(
            LaunchSize size, int rounds, int distance, InitialContents content) {
        var in = new Operand.Buffer(SMALL, content);
        var out = new Operand.Buffer(SMALL, Pattern.ZEROS);
        return new LaunchSetup(size, List.of(in, out, number(rounds), number(distance)));
    }

    private static LaunchSetup ring(int rounds, int bytes) {
        return ring(rounds, bytes, 512);
    }

    private static LaunchSetup ring(int rounds, int bytes, int stride) {
        var in = new Operand.Buffer(bytes, new InitialContents.PointerChase(stride));
        var out = new Operand.Buffer(SMALL, Pattern.ZEROS);
        return new LaunchSetup(LaunchSize.of(1, 1), List.of(in, out, number(rounds), number(0)));
    }

    /// One address in each of 64 large pages.
    private static LaunchSetup pages(int rounds) {
        return ring(rounds, 64 * PAGE_STRIDE, PAGE_STRIDE);
    }

    /// Reads within a power of two bytes, over and over.
    private static LaunchSetup masked(LaunchSize size, int rounds, int bytes) {
        var in = new Operand.Buffer(bytes, Pattern.ZEROS);
        var out = new Operand.Buffer(SMALL, Pattern.ZEROS);
        return new LaunchSetup(size, List.of(in, out, number(rounds), number(bytes - VECTOR)));
    }

    private static LaunchSetup readL2(int rounds) {
        return masked(grid(256), rounds, 1 << 20);
    }

    private static LaunchSetup atomics(int rounds, int distance) {
        var in = new Operand.Buffer(256 << 10, Pattern.ZEROS);
        var out = new Operand.Buffer(SMALL, Pattern.ZEROS);
        return new LaunchSetup(grid(64), List.of(in, out, number(rounds), number(distance)));
    }

    private static LaunchSetup stream(int numbers) {
        var in = new Operand.Buffer(2L * Double.BYTES * numbers, Pattern.ZEROS);
        var out = new Operand.Buffer((long) Double.BYTES * numbers, Pattern.ZEROS);
        return new LaunchSetup(
                grid(numbers / CTA), List.of(in, out, number(numbers), number(numbers)));
    }

    private static LaunchSetup micro(LaunchSize size, long bytes, int n, int m) {
        long least = Math.max(SMALL, bytes);
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
