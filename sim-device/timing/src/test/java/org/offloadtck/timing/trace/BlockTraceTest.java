package org.offloadtck.timing.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.KernelStatistics;
import org.offloadtck.timing.TimingDetail;

/// Blocks of compiled code are recorded as the interpretation of their instructions is.
final class BlockTraceTest {

    private static final long BYTES = 1 << 20;
    private static final int RESIDENT = 8;

    private final GlobalMemory memory = GlobalMemory.ofCapacity(16 << 20, Arena.ofAuto());
    private final Allocation data = memory.allocate("data", BYTES).orElseThrow();

    /// The traces and counters of a launch.
    record Recorded(Map<Long, List<List<Integer>>> memory, KernelStatistics statistics) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A loop whose lanes all move by a step that is no multiple of a line.
                """
                mul.wide.u32 %rd2, %r1, 4;
                add.u64 %rd2, %rd1, %rd2;
                mov.u32 %r6, 9;
                round:
                ld.global.u32 %r7, [%rd2];
                ld.global.u32 %r8, [%rd2+200];
                add.u32 %r9, %r9, %r7;
                add.u64 %rd2, %rd2, 36;
                sub.u32 %r6, %r6, 1;
                setp.ne.u32 %p1, %r6, 0;
                @%p1 bra round;
                """,
                // Lanes that leave a loop earlier than others.
                """
                mul.wide.u32 %rd2, %r1, 8;
                add.u64 %rd2, %rd1, %rd2;
                and.b32 %r6, %r2, 7;
                add.u32 %r6, %r6, 3;
                round:
                ld.global.u32 %r7, [%rd2];
                ld.u32 %r8, [%rd2+4];
                add.u32 %r9, %r9, %r7;
                add.u64 %rd2, %rd2, 128;
                sub.u32 %r6, %r6, 1;
                setp.ne.u32 %p1, %r6, 0;
                @%p1 bra round;
                """,
                // A loop whose lanes move by steps of their own.
                """
                mul.wide.u32 %rd3, %r2, 4;
                add.u64 %rd3, %rd3, 4;
                mov.u64 %rd2, %rd1;
                mov.u32 %r6, 5;
                round:
                ld.global.u32 %r7, [%rd2+64];
                ld.global.u16 %r8, [%rd2+2];
                add.u32 %r9, %r9, %r7;
                add.u64 %rd2, %rd2, %rd3;
                sub.u32 %r6, %r6, 1;
                setp.ne.u32 %p1, %r6, 0;
                @%p1 bra round;
                """,
                // Shared memory, with and without bank conflicts, through one register.
                """
                mov.u32 %r10, s;
                mul.lo.u32 %r11, %r2, 12;
                add.u32 %r10, %r10, %r11;
                st.shared.u32 [%r10], %r2;
                ld.shared.u32 %r12, [%r10+4];
                ld.shared.u16 %r13, [%r10+8];
                ld.shared.u16 %r14, [%r10+10];
                shl.b32 %r15, %r12, 7;
                and.b32 %r15, %r15, 4095;
                mov.u32 %r16, s;
                add.u32 %r16, %r16, %r15;
                ld.shared.v2.u32 {%r17, %r18}, [%r16+16];
                st.shared.u32 [%r16+64], %r17;
                """,
                // Generic addresses of shared and of global memory, and of both in one warp.
                """
                mov.u64 %rd4, s;
                cvta.shared.u64 %rd4, %rd4;
                mul.wide.u32 %rd5, %r2, 4;
                add.u64 %rd6, %rd4, %rd5;
                add.u64 %rd7, %rd1, %rd5;
                and.b32 %r20, %r2, 16;
                setp.eq.u32 %p2, %r20, 0;
                selp.b64 %rd8, %rd6, %rd7, %p2;
                ld.u32 %r21, [%rd7+4];
                ld.u32 %r22, [%rd7+32];
                st.u32 [%rd6], %r21;
                ld.u32 %r23, [%rd8];
                ld.u32 %r24, [%rd8+128];
                st.u32 [%rd7+8], %r23;
                """
            })
    void blocksAreRecordedAsTheirInstructions(String body) {
        var image = ProgramLoader.load(PtxParser.parse("k.ptx", kernel(body)), memory);

        assertThat(recorded(image, ExecutionStrategy.BYTECODE))
                .isEqualTo(recorded(image, ExecutionStrategy.INTERPRETER));
    }

    /// A kernel with these lines in its body. `%rd1` is the start of the memory, `%r1` the thread's
    /// number in the grid, `%r2` in its CTA.
    private static String kernel(String body) {
        return """
        .version 7.0
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 memory)
        {
        .reg .pred %%p<10>;
        .reg .b32 %%r<40>;
        .reg .b64 %%rd<40>;
        .shared .align 16 .b8 s[16384];
        ld.param.u64 %%rd1, [memory];
        mov.u32 %%r2, %%tid.x;
        mov.u32 %%r4, %%ntid.x;
        mov.u32 %%r5, %%ctaid.x;
        mad.lo.u32 %%r1, %%r5, %%r4, %%r2;
        %s
        ret;
        }
        """
                .formatted(body);
    }

    private Recorded recorded(LoadedProgram image, ExecutionStrategy strategy) {
        var traces = new TreeMap<Long, List<List<Integer>>>();
        var recorder =
                new TraceRecorder(
                        image,
                        (number, trace) -> traces.put(number, words(trace)),
                        new TraceBudget(1 << 20),
                        TimingDetail.LAUNCH);
        var heap = new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT);
        Grid.launch(
                image,
                image.kernel("k").orElseThrow(),
                LaunchShape.of(3, 96),
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(data.address())
                        .array(),
                LaunchOptions.of(LaunchLimits.of(RESIDENT, heap), HostThreads.of(1))
                        .withExecutor(strategy)
                        .withObserver(recorder));
        return new Recorded(traces, recorder.statistics());
    }

    private static List<List<Integer>> words(CtaTrace trace) {
        return trace.warps().stream()
                .map(warp -> Arrays.stream(warp.memory()).boxed().toList())
                .toList();
    }
}
