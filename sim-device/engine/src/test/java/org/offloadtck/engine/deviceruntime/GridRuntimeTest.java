package org.offloadtck.engine.deviceruntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.offloadtck.engine.deviceruntime.NestedKernels.call;
import static org.offloadtck.engine.deviceruntime.NestedKernels.kernel;
import static org.offloadtck.engine.deviceruntime.NestedKernels.launch;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

class GridRuntimeTest {

    private static final String TAIL_LAUNCH = "3";
    private static final String FIRE_AND_FORGET = "4";

    private static RuntimeBench bench(String... body) {
        return new RuntimeBench(kernel(String.join("\n", body)));
    }

    @Test
    void aChildRunsAfterItsParentWithTheStoredParameters() {
        var bench =
                bench(
                        launch("add", "4x1x1", "32x1x1", "%data", "0"),
                        "ld.global.u32 %r1, [%data];",
                        "st.global.u32 [%data+4], %r1;",
                        "st.global.u32 [%data+8], %r9;");
        var data = bench.allocate(12);

        bench.launch("k", 1, data.address());

        assertThat(bench.ints(data)).containsExactly(128, 0, 0);
        assertThat(bench.problems()).isEmpty();
        assertThat(bench.isFree()).isTrue();
    }

    @Test
    void tailLaunchesRunAfterAllOtherWork() {
        var bench =
                bench(
                        launch("first", "%data", TAIL_LAUNCH),
                        launch("second", "%data", FIRE_AND_FORGET),
                        launch("second", "%data", TAIL_LAUNCH),
                        launch("add", "%data", "0"),
                        call("%r1", "MemsetAsync", "%data", "w:7", "4", "2"),
                        call("%r1", "MemcpyAsync", "%data", "%data", "4", "w:3", "0"));

        bench.launch("k", 1, bench.allocate(4).address());

        assertThat(bench.work())
                .containsExactly(
                        "k", "second", "add", "fill with 7", "copy of 4 bytes", "first", "second");
    }

    @Test
    void theWorkOfAChildPrecedesTheNextChild() {
        var bench =
                bench(
                        "ld.global.u32 %r1, [%data];",
                        "add.u32 %r2, %r1, 1;",
                        "st.global.u32 [%data], %r2;",
                        "setp.ge.u32 %p1, %r1, 2;",
                        "@%p1 bra end;",
                        launch("first", "%data", "3"),
                        launch("k", "%data", "0"),
                        launch("second", "%data", "0"),
                        "end:");

        bench.launch("k", 1, bench.allocate(4).address());

        assertThat(bench.work())
                .containsExactly("k", "k", "k", "second", "first", "second", "first");
    }

    @Test
    void launchesCanBeNested24Deep() {
        var bench =
                bench(
                        launch("k", "%data", "0"),
                        call("%r1", "PeekAtLastError"),
                        call("%r2", "GetLastError"),
                        call("%r3", "GetLastError"),
                        "st.global.u32 [%data], %r1;",
                        "st.global.u32 [%data+4], %r2;",
                        "st.global.u32 [%data+8], %r3;");
        var data = bench.allocate(12);

        bench.launch("k", 1, data.address());

        assertThat(bench.work()).hasSize(25);
        assertThat(bench.ints(data)).containsExactly(65, 65, 0);
        assertThat(bench.problems())
                .containsExactly(
                        "__cudaCDP2GetParameterBufferV2 returns cudaErrorLaunchMaxDepthExceeded: the launch is nested 25 deep when 24 is the most");
    }

    @Test
    void aLaunchBeyondTheLimitOfPendingLaunchesFails() {
        var bench =
                bench(
                        "mov.u32 %r1, 0;",
                        "again:",
                        launch("add", "%data", "0"),
                        "add.u32 %r1, %r1, 1;",
                        "setp.lt.u32 %p1, %r1, 41;",
                        "@%p1 bra again;");
        var data = bench.allocate(4);

        bench.launch("k", 1, data.address());

        assertThat(bench.ints(data)).containsExactly(RuntimeBench.PENDING_LAUNCHES);
        assertThat(bench.problems().getFirst())
                .isEqualTo(
                        "__cudaCDP2GetParameterBufferV2 returns cudaErrorLaunchPendingCountExceeded: 40 launches are pending when cudaLimitDevRuntimePendingLaunchCount is 40");
    }

    /// The buffers of 30 launches that are not made are free for the next launch of the host.
    @Test
    void aGridsUnusedBuffersAreFreedAtItsEnd() {
        var bench =
                bench(
                        "mov.u32 %r1, 0;",
                        "mov.u64 %rd8, add;",
                        "again:",
                        call("%rd1", "GetParameterBufferV2", "%rd8", "1x1x1", "1x1x1", "w:0"),
                        "add.u32 %r1, %r1, 1;",
                        "setp.lt.u32 %p1, %r1, 30;",
                        "@%p1 bra again;",
                        launch("k", "%data", TAIL_LAUNCH));

        bench.launch("k", 1, bench.allocate(4).address());

        assertThat(bench.work()).hasSize(25);
        assertThat(bench.isFree()).isTrue();
    }

    @ParameterizedTest(name = "{0}, {1}, {2} bytes: {3}")
    @CsvSource({
        "1x1x1, 1024x1x1, 0, 0",
        "1x1x1, 1025x1x1, 0, 9",
        "0x1x1, 1x1x1, 0, 9",
        "1x65536x1, 1x1x1, 0, 9",
        "1x1x1, 1x1x65, 0, 9",
        "1x1x1, 32x32x2, 0, 9",
        "1x1x1, 1x1x1, 49152, 0",
        "1x1x1, 1x1x1, 49153, 1",
    })
    void configurationsAreChecked(String grid, String block, int shared, int error) {
        var bench =
                bench(
                        "mov.u64 %rd8, add;",
                        call("%rd1", "GetParameterBufferV2", "%rd8", grid, block, "w:" + shared),
                        "setp.ne.s64 %p1, %rd1, 0;",
                        "selp.u32 %r2, 1, 0, %p1;",
                        call("%r1", "GetLastError"),
                        "st.global.u32 [%data], %r1;",
                        "st.global.u32 [%data+4], %r2;");
        var data = bench.allocate(8);

        bench.launch("k", 1, data.address());

        assertThat(bench.ints(data)).containsExactly(error, error == 0 ? 1 : 0);
    }

    @Test
    void anAddressOfNoKernelIsNoFunction() {
        var bench =
                bench(
                        "mov.u64 %rd8, 64;",
                        call("%rd1", "GetParameterBufferV2", "%rd8", "1x1x1", "1x1x1", "w:0"),
                        call("%r1", "GetLastError"),
                        "st.global.u32 [%data], %r1;");
        var data = bench.allocate(4);

        bench.launch("k", 1, data.address());

        assertThat(bench.ints(data)).containsExactly(98);
    }

    @Test
    void aLaunchOfAKernelThatIsNotSimulatedFaults() {
        var bench = bench(launch("unsupported", "%data", "0"));

        var fault = catchThrowableOfType(KernelFaultException.class, () -> bench.launch("k", 1, 0));

        assertThat(fault.kind()).isEqualTo(FaultKind.UNSUPPORTED);
        assertThat(fault.problem()).contains("unsupported", "istypep");
    }

    /// The launches of the first version of the buffer, which clang 23 makes.
    @Test
    void aLaunchStatesItsKernelIfTheBufferDoesNot() {
        var bench =
                bench(
                        call("%rd1", "GetParameterBuffer", "8", "8"),
                        "st.u64 [%rd1], %data;",
                        "mov.u64 %rd8, add;",
                        call("%r1", "LaunchDevice", "%rd8", "%rd1", "3x1x1", "2x1x1", "w:0", "0"),
                        "st.global.u32 [%data+4], %r1;");
        var data = bench.allocate(8);

        bench.launch("k", 1, data.address());

        assertThat(bench.ints(data)).containsExactly(6, 0);
    }

    @Test
    void streamsAndEventsAreChecked() {
        var bench =
                bench(
                        "mov.u64 %rd1, local;",
                        "cvta.local.u64 %rd2, %rd1;",
                        call("%r1", "StreamCreateWithFlags", "%rd2", "w:1"),
                        "ld.u64 %rd3, [%rd2];",
                        call("%r2", "EventCreateWithFlags", "%rd2", "w:2"),
                        "ld.u64 %rd4, [%rd2];",
                        call("%r3", "EventRecord_ptsz", "%rd4", "%rd3"),
                        call("%r4", "StreamWaitEvent", "0", "%rd4", "w:0"),
                        call("%r5", "StreamWaitEvent", "3", "%rd4", "w:0"),
                        call("%r6", "EventRecord_ptsz", "%rd3", "%rd3"),
                        call("%r7", "StreamCreateWithFlags", "%rd2", "w:0"),
                        launch("first", "%data", "%rd4"),
                        "st.global.v4.u32 [%data], {%r1, %r2, %r3, %r4};",
                        "st.global.v4.u32 [%data+16], {%r5, %r6, %r7, %r9};");
        var data = bench.allocate(32);

        bench.launch("k", 1, data.address());

        assertThat(bench.ints(data)).containsExactly(0, 0, 0, 0, 1, 400, 1, 400);
        assertThat(bench.work()).containsExactly("k");
    }

    @Test
    void aPointerToMemoryOfTheThreadIsAProblem() {
        var bench =
                bench(
                        "mov.u64 %rd1, local;",
                        "cvta.local.u64 %rd2, %rd1;",
                        launch("first", "%rd2", "0"),
                        launch("add", "%rd2", "0"));

        try {
            bench.launch("k", 1, 0);
        } catch (KernelFaultException fault) {
            assertThat(fault.kind()).isEqualTo(FaultKind.ADDRESS_SPACE);
        }

        assertThat(bench.work()).containsExactly("k", "first", "add");
        assertThat(bench.problems())
                .containsExactly(
                        "argument 0 of the launch of kernel add is 0x200000000, which is in local memory of the thread when a child kernel can access global memory only");
    }

    /// 0x1_0000_0000 is a usual number, and the first address of shared memory.
    @Test
    void aNumberIsNoPointer() {
        var bench = bench("mov.u64 %rd1, 0x100000008;", launch("second", "%rd1", "0"));

        bench.launch("k", 1, 0);

        assertThat(bench.problems()).isEmpty();
    }

    @Test
    void copiesAreWithinGlobalMemory() {
        var bench =
                bench(
                        "mov.u64 %rd1, shared;",
                        "cvta.shared.u64 %rd2, %rd1;",
                        call("%r1", "MemcpyAsync", "%data", "%rd2", "4", "w:3", "0"),
                        call("%r2", "MemcpyAsync", "%data", "%data", "4", "w:1", "0"),
                        call("%r3", "MemcpyAsync", "%data", "%data", "0", "w:4", "0"),
                        call("%r4", "MemsetAsync", "%rd2", "w:1", "4", "0"),
                        "st.global.v4.u32 [%data], {%r1, %r2, %r3, %r4};");
        var data = bench.allocate(16);

        bench.launch("k", 1, data.address());

        assertThat(bench.ints(data)).containsExactly(1, 21, 0, 1);
        assertThat(bench.work()).containsExactly("k");
    }

    @Test
    void memoryOfTheHeapIsAllocatedAndFreed() {
        var bench =
                bench(
                        call("%r1", "Malloc", "%data", "64"),
                        "ld.global.u64 %rd1, [%data];",
                        "mov.u32 %r5, 9;",
                        "st.u32 [%rd1+60], %r5;",
                        call("%r2", "Free", "%rd1"),
                        call("%r3", "Malloc", "%data", "1000000000"),
                        call("%r4", "GetLastError"),
                        "st.global.v4.u32 [%data+16], {%r1, %r2, %r3, %r4};");
        var data = bench.allocate(32);

        bench.launch("k", 1, data.address());

        assertThat(bench.ints(data)).containsExactly(0, 0, 0, 0, 0, 0, 2, 2);
    }

    /// CTAs that run on several threads of the host make their calls in the order of CTAs.
    @Test
    void resultsDoNotDependOnTheThreadsOfTheHost() {
        assertThat(launchesOfManyCtas(4)).isEqualTo(launchesOfManyCtas(1));
    }

    private static List<Object> launchesOfManyCtas(int hostThreads) {
        var bench =
                bench(
                                "mov.u32 %r1, 0;",
                                "mov.u32 %r2, %ctaid.x;",
                                "work:",
                                "add.u32 %r1, %r1, 1;",
                                "setp.lt.u32 %p1, %r1, 3000;",
                                "@%p1 bra work;",
                                "mul.wide.u32 %rd1, %r2, 8;",
                                "add.u64 %rd1, %data, %rd1;",
                                call("%r3", "StreamCreateWithFlags", "%rd1", "w:1"),
                                launch("first", "%rd1", "0"),
                                call("%r4", "GetLastError"),
                                "st.global.u32 [%rd1+4], %r4;")
                        .using(hostThreads);
        var data = bench.allocate(8 * 64);
        var commands = bench.launch("k", 64, data.address()).work().commands();
        var parameters =
                commands.stream()
                        .map(DeviceCommand.Launch.class::cast)
                        .map(launch -> List.of(launch.parameters()[0], launch.parameters()[1]))
                        .toList();
        assertThat(parameters).hasSize(RuntimeBench.PENDING_LAUNCHES);
        return List.of(parameters, bench.problems(), Arrays.toString(bench.ints(data)));
    }

    @Test
    void aLaunchWithoutTheDeviceRuntimeFaults() {
        var device = TestDevice.of("test.ptx", kernel(launch("first", "%data", "0")));
        var kernels = device.image().kernel("k").orElseThrow();
        var shape = LaunchShape.of(1, 1);

        var fault =
                catchThrowableOfType(
                        KernelFaultException.class, () -> device.launch(kernels, shape, 0L));

        assertThat(fault.kind()).isEqualTo(FaultKind.UNSUPPORTED);
        assertThat(fault.problem())
                .isEqualTo(
                        "function '__cudaCDP2GetParameterBufferV2' of the CUDA device runtime is called when only launches of the emulated driver have it");
    }
}
