package org.offloadtck.benchmark;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.offloadtck.engine.matrix.WarpMatrixProduct;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.matrix.MatrixProduct;
import org.offloadtck.ptx.matrix.WarpgroupProduct;
import org.offloadtck.ptx.text.PtxParser;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// JMH benchmark of the arithmetic of products of matrices, without the kernel around it.
///
/// A warpgroup has 64 · n · k multiplications and additions, a warp m · n · k.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
public class MatrixProductBenchmark {

    private static final int LANES = 32;

    /// The instruction without operands.
    @Param({
        "m64n256k16.f32.f16.f16",
        "m64n128k16.f32.bf16.bf16",
        "m64n256k32.f32.e4m3.e4m3",
        "m64n8k16.f32.f16.f16",
        "m16n8k16.row.col.f32.f16.f16.f32",
        "m16n8k8.row.col.f32.f16.f16.f32",
        "m16n8k32.row.col.s32.s8.s8.s32",
        "m16n16k16.f32.f32",
    })
    String form = "m64n256k16.f32.f16.f16";

    private Runnable product = () -> {};

    /// Parses the instruction and draws the bits of the factors: numbers of any exponent.
    @Setup
    public void draw() {
        product = form.startsWith("m64") ? warpgroup(form) : warp(form);
    }

    @Benchmark
    public void multiply() {
        product.run();
    }

    private static Operation operation(String instruction) {
        var text =
                """
                .version 8.0
                .target sm_90a
                .address_size 64
                .visible .entry k() {
                .reg .b32 %%r<4>; .reg .f32 %%f<2>; .reg .b64 %%rd<2>; .reg .pred p;
                %s; ret; }
                """
                        .formatted(instruction);
        var kernel = PtxParser.parse("product.ptx", text).function("k").orElseThrow();
        return (Operation) kernel.body().instructions().getFirst();
    }

    private static Runnable warp(String form) {
        var mnemonic =
                form.contains("row") ? "mma.sync.aligned." : "wmma.mma.sync.aligned.row.col.";
        var operation = operation(mnemonic + form + " %r0, %r1, %r2, %r3");
        var warp = new WarpMatrixProduct(MatrixProduct.of(operation).orElseThrow());
        var sources = numbers(warp.sources() * LANES);
        var results = new long[warp.results() * LANES];
        return () -> warp.multiply(sources, results);
    }

    private static Runnable warpgroup(String form) {
        int bits = 256 / Integer.parseInt(form.replaceAll("m64n\\d+k(\\d+).*", "$1"));
        var settings = bits == Short.SIZE ? ", 1, 1, 0, 0" : ", 1, 1";
        var operation =
                operation(
                        "wgmma.mma_async.sync.aligned."
                                + form
                                + " {%f0}, %rd0, %rd1, p"
                                + settings);
        var warpgroup = new WarpgroupMatrixProduct(WarpgroupProduct.of(operation).orElseThrow());
        var sources = numbers(warpgroup.results() * LANES);
        var results = new long[warpgroup.results() * LANES];
        int units = Math.max(warpgroup.firstUnits(), warpgroup.secondUnits());
        var factor = numbers(2 * units);
        return () -> {
            var second = warpgroup.second(factor);
            for (int warp = 0; warp < WarpgroupProduct.WARPS; warp++) {
                warpgroup.multiply(warpgroup.first(sources, factor), second, sources, results);
            }
        };
    }

    /// Two halves of 16 bits, or an `.f32`, of magnitudes between 2⁻⁴ and 2⁴.
    private static long[] numbers(int count) {
        var random = new Random(count);
        return random.longs(count)
                .map(bits -> (bits & 0x8fbf_8fbf_8fbf_8fbfL) | 0x3000_3000_3000_3000L)
                .toArray();
    }
}
