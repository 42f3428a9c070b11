package org.offloadtck.simt.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.simt.check.FaultDetector.Target;
import org.offloadtck.simt.execution.Executor;
import org.offloadtck.simt.execution.Grid;
import org.offloadtck.simt.execution.LaunchLimits;
import org.offloadtck.simt.execution.LaunchOptions;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.DeviceHeap;
import org.offloadtck.simt.memory.GlobalMemory;

/// A device with a module and all checks on.
final class Bench {

    private static final int RESIDENT = 64;

    private final GlobalMemory memory = GlobalMemory.ofCapacity(256 << 20);
    private final List<Finding> findings = new ArrayList<>();
    private final FaultDetector detector =
            new FaultDetector(memory, EnumSet.allOf(Check.class), findings::add);
    private final LaunchLimits limits =
            LaunchLimits.of(RESIDENT, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
    private final DeviceImage image;
    private final Executor executor;

    /// Another such device that executes bytecode; none for that one.
    private final List<Bench> twin;

    private Bench(String source, String ptx, Executor executor) {
        this.executor = executor;
        this.twin =
                executor == Executor.BYTECODE
                        ? List.of()
                        : List.of(new Bench(source, ptx, Executor.BYTECODE));
        this.image = DeviceImage.load(PtxParser.parse(source, ptx), memory);
    }

    static Bench of(String source, String ptx) {
        return new Bench(source, ptx, Executor.INTERPRETER);
    }

    /// A bench whose only kernel is `k(out)`, with these lines in its body. `%r0` holds the
    /// thread's number in its CTA, `%rd0` the address of its word of `out`; `s` is shared memory.
    static Bench running(String body) {
        return of(
                "test.ptx",
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .shared .align 8 .b8 s[1024];
                .global .u32 lock;
                .global .u32 count;
                .extern .func (.param .b64 r) malloc(.param .b64 n);
                .extern .func free(.param .b64 p);
                .visible .entry k(.param .u64 out)
                {
                .reg .pred %p<10>;
                .reg .b16 %h<10>;
                .reg .b32 %r<20>;
                .reg .b64 %rd<10>;
                mov.u32 %r0, %tid.x;
                ld.param.u64 %rd9, [out];
                mad.wide.u32 %rd0, %r0, 4, %rd9;
                """
                        + body
                        + "\nret;\n}\n");
    }

    DeviceImage image() {
        return image;
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    FaultDetector detector() {
        return detector;
    }

    GlobalMemory memory() {
        return memory;
    }

    /// Memory that nobody wrote.
    Allocation allocate(String name, long bytes) {
        return memory.allocate(name, bytes, Allocation.Access.READ_WRITE).orElseThrow();
    }

    /// Memory that the host wrote zeros to.
    Allocation zeros(String name, long bytes) {
        var allocation = allocate(name, bytes);
        detector.written(allocation.address(), bytes);
        return allocation;
    }

    ByteBuffer at(Allocation allocation) {
        return memory.slice(allocation.address(), allocation.size())
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    DeviceFunction kernel() {
        return image.functions().stream()
                .filter(DeviceFunction::isKernel)
                .findFirst()
                .orElseThrow();
    }

    LaunchResult launch(DeviceFunction kernel, LaunchShape shape, Object... arguments) {
        var block = ByteBuffer.allocate(kernel.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < arguments.length; i++) {
            var piece = kernel.parameters().get(i);
            long bits =
                    switch (arguments[i]) {
                        case Allocation allocation -> allocation.address();
                        case Integer number -> number & 0xffff_ffffL;
                        case Long number -> number;
                        case Float number -> Float.floatToRawIntBits(number) & 0xffff_ffffL;
                        default -> throw new IllegalArgumentException("argument " + i);
                    };
            if (piece.size() == Long.BYTES) {
                block.putLong(piece.offset(), bits);
            } else {
                block.putInt(piece.offset(), (int) bits);
            }
        }
        return detector.launch(
                new Target(image, kernel, shape),
                observer ->
                        Grid.launch(
                                image,
                                kernel,
                                shape,
                                block.array(),
                                LaunchOptions.of(limits)
                                        .withExecutor(executor)
                                        .withObserver(observer)));
    }

    /// Launches the only kernel on zeros, a word for each thread, and gives what was found, which
    /// is the same however it is executed.
    List<Finding> run(int ctas, int threads) {
        var interpreted = found(ctas, threads);
        assertThat(twin.getFirst().found(ctas, threads)).isEqualTo(interpreted);
        return interpreted;
    }

    private List<Finding> found(int ctas, int threads) {
        var out = zeros("out", 4L * ctas * threads);
        launch(kernel(), LaunchShape.of(ctas, threads), out);
        detector.end();
        return findings();
    }
}
