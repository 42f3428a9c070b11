package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.checks.Sanitizer.LaunchTarget;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.fixture.TexelObjects;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.texture.Surface;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;

/// A device with a module and all checks on.
final class CheckedKernel {

    private static final int RESIDENT = 64;

    private final HostThreads threads = HostThreads.ofProcessors();
    private final GlobalMemory memory = GlobalMemory.ofCapacity(256 << 20, Arena.ofAuto());
    private final List<KernelFinding> findings = new ArrayList<>();
    private final Sanitizer detector =
            new Sanitizer(memory, Check.of("all").orElseThrow(), findings::add);
    private final LaunchLimits limits =
            LaunchLimits.of(RESIDENT, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
    private final LoadedProgram image;
    private final ExecutionStrategy executor;

    /// Another such device that executes bytecode; none for that one.
    private final List<CheckedKernel> twin;

    private CheckedKernel(String source, String ptx, ExecutionStrategy executor) {
        this.executor = executor;
        this.twin =
                executor == ExecutionStrategy.BYTECODE
                        ? List.of()
                        : List.of(new CheckedKernel(source, ptx, ExecutionStrategy.BYTECODE));
        this.image = ProgramLoader.load(PtxParser.parse(source, ptx), memory);
    }

    static CheckedKernel of(String source, String ptx) {
        return new CheckedKernel(source, ptx, ExecutionStrategy.INTERPRETER);
    }

    /// A bench whose only kernel is `k(out)`, with these lines in its body. `%r0` holds the
    /// thread's number in its CTA, `%rd0` the address of its word of `out`; `s` is shared memory.
    static CheckedKernel running(String body) {
        return runningFor("sm_75", body);
    }

    /// Such a bench whose module is for an architecture.
    static CheckedKernel runningFor(String target, String body) {
        return of(
                "test.ptx",
                ".version 7.0\n.target "
                        + target
                        + """

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
                        .reg .b64 %rd<10>; .reg .f32 %f<10>;
                        mov.u32 %r0, %tid.x;
                        ld.param.u64 %rd9, [out];
                        mad.wide.u32 %rd0, %r0, 4, %rd9;
                        """
                        + body
                        + "\nret;\n}\n");
    }

    LoadedProgram image() {
        return image;
    }

    List<KernelFinding> findings() {
        return List.copyOf(findings);
    }

    Sanitizer detector() {
        return detector;
    }

    GlobalMemory memory() {
        return memory;
    }

    /// Memory that was not written.
    Allocation allocate(String name, long bytes) {
        return memory.allocate(name, bytes).orElseThrow();
    }

    /// Memory that the host wrote zeros to.
    Allocation zeros(String name, long bytes) {
        var allocation = allocate(name, bytes);
        detector.written(allocation.address(), bytes);
        return allocation;
    }

    /// Adds a texture, of handle 1, and a surface, of handle 2, over two rows of eight words, each
    /// of which is 0.
    CheckedKernel withTexels(Texels state, FilterMode filter) {
        var texels = state == Texels.SET ? zeros("texels", 64) : allocate("texels", 64);
        var grid = TexelObjects.grid(texels, TexelObjects.SINGLE, 8);
        memory.textures().add(TexelObjects.texture(grid, filter));
        memory.textures().add(new Surface(grid));
        twin.forEach(other -> other.withTexels(state, filter));
        return this;
    }

    enum Texels {
        SET,
        UNSET
    }

    ByteBuffer at(Allocation allocation) {
        return memory.slice(allocation.address(), allocation.size())
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    DecodedFunction kernel() {
        return image.functions().stream()
                .filter(DecodedFunction::isKernel)
                .findFirst()
                .orElseThrow();
    }

    LaunchOutcome launch(DecodedFunction kernel, LaunchShape shape, Object... arguments) {
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
                new LaunchTarget(image, kernel, shape),
                observer ->
                        Grid.launch(
                                image,
                                kernel,
                                shape,
                                block.array(),
                                LaunchOptions.of(limits, threads)
                                        .withExecutor(executor)
                                        .withObserver(observer)));
    }

    /// Launches the only kernel on zeros, a word for each thread, and gives what was found, which
    /// is the same however it is executed.
    List<KernelFinding> run(int ctas, int threads) {
        var interpreted = found(ctas, threads);
        assertThat(twin.getFirst().found(ctas, threads)).isEqualTo(interpreted);
        return interpreted;
    }

    private List<KernelFinding> found(int ctas, int threads) {
        var out = zeros("out", 4L * ctas * threads);
        launch(kernel(), LaunchShape.of(ctas, threads), out);
        detector.reportLeaks();
        return findings();
    }
}
