package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.METADATA;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.SHARED;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.THREADS;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.descriptor;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.kernel;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.interpreter.WarpgroupKernel.Canonical;
import org.offloadtck.engine.interpreter.WarpgroupKernel.Case;
import org.offloadtck.engine.interpreter.WarpgroupKernel.Form;
import org.offloadtck.engine.interpreter.WarpgroupKernel.Order;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// Products of warpgroups that are faults or refused.
final class WarpgroupFaultTest {

    private static final Case SMALL =
            new Case(
                    Form.F32_F16,
                    8,
                    new Canonical(Order.K, 0, 1),
                    new Canonical(Order.K, 0, 1),
                    0,
                    true,
                    -1,
                    0);

    private static KernelFaultException fault(String kernel, int threads) {
        var machine = TestDevice.of("wgmma.ptx", kernel);
        var buffer = machine.allocate("m", SHARED + METADATA + 512);
        return catchThrowableOfType(
                KernelFaultException.class,
                () -> machine.launch(machine.kernel(), LaunchShape.of(1, threads), buffer));
    }

    @Test
    void aWarpgroupOfTwoWarpsIsAFault() {
        long b = descriptor(SMALL.right(), 0, 128, 256);

        var fault = fault(kernel(SMALL, b, b), 64);

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_BARRIER);
        assertThat(fault)
                .hasMessageContaining("product of a warpgroup of 2 warps when it should have 4");
    }

    @Test
    void metadataThatAreNotValidAreAFault() {
        var of = new Case(Form.F32_F16, 8, SMALL.left(), SMALL.right(), 0, true, 1, 0);
        long b = descriptor(SMALL.right(), 0, 128, 256);

        var fault = fault(kernel(of, b, b), THREADS);

        assertThat(fault.kind()).isEqualTo(FaultKind.UNSUPPORTED);
        assertThat(fault)
                .hasMessageContaining("metadata 0b0000 when it should be two ascending indices");
    }

    @Test
    void aDescriptorOutsideSharedMemoryIsAFault() {
        long a = descriptor(SMALL.left(), 0, 128, 256);
        long b = descriptor(SMALL.right(), SHARED - 128, 128, 256);

        var fault = fault(kernel(SMALL, a, b), THREADS);

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault).hasMessageContaining("shared");
    }

    @Test
    void descriptorsOfLanesThatDifferAreAFault() {
        long a = descriptor(SMALL.left(), 0, 128, 256);
        String kernel =
                kernel(SMALL, a, a)
                        .replace(
                                "setp.ne.u32 %p2",
                                "mov.u32 %r5, %laneid; cvt.u64.u32 %rd4, %r5;\nsetp.ne.u32 %p2");

        assertThat(fault(kernel, THREADS))
                .hasMessageContaining(
                        "thread (1, 0, 0): matrix descriptor is 0x1 when it should be 0x0 as in lane 0");
    }

    @Test
    void descriptorsOfWarpsThatDifferAreAFault() {
        long a = descriptor(SMALL.left(), 0, 128, 256);
        String kernel =
                kernel(SMALL, a, a)
                        .replace(
                                "setp.ne.u32 %p2",
                                "shr.u32 %r5, %r0, 6; cvt.u64.u32 %rd4, %r5;\nsetp.ne.u32 %p2");

        assertThat(fault(kernel, THREADS))
                .hasMessageContaining(
                        "thread (64, 0, 0): matrix descriptor of warp 2 is 0x1 when it should be 0x0 as in warp 0");
    }

    @Test
    void aWarpThatDoesNotTakePartIsADeadlock() {
        long a = descriptor(SMALL.left(), 0, 128, 256);
        String kernel =
                kernel(SMALL, a, a)
                        .replace("wgmma.fence", "setp.ge.u32 %p3, %r0, 96; @%p3 bra E; wgmma.fence")
                        .replace("ret;", "E: ret;");

        var fault = fault(kernel, THREADS);

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault).hasMessageContaining("for all threads of the warpgroup");
    }

    /// The first thread that has waited permits another warp to overwrite a factor.
    @Test
    void aWaitOfOneWarpIsForTheProductsOfItsWarpgroup() {
        var of = new Case(Form.F32_F16, 8, SMALL.left(), SMALL.right(), 0, false, -1, 0);
        long a = descriptor(SMALL.left(), 0, 128, 256);
        String kernel =
                kernel(of, a, a)
                        .replace(
                                "wgmma.commit_group",
                                "st.shared.u32 [s], 0x7c007c00;\nwgmma.commit_group");
        var machine = TestDevice.of("wgmma.ptx", kernel);
        var buffer = machine.allocate("m", SHARED + METADATA + 512);

        machine.launch(machine.kernel(), LaunchShape.of(1, THREADS), buffer);

        var results = machine.at(buffer);
        for (int i = SHARED + 2048; i < SHARED + 4096; i += 4) {
            assertThat(results.getInt(i)).isZero();
        }
    }

    @Test
    void aPredicateThatDiffersIsAFault() {
        long a = descriptor(SMALL.left(), 0, 128, 256);
        String kernel =
                kernel(SMALL, a, a).replace("setp.ne.u32 %p2, 1, 0", "setp.ne.u32 %p2, %r0, 0");

        assertThat(fault(kernel, THREADS))
                .hasMessageContaining(
                        "thread (0, 0, 0): predicate scale-d of lanes 0xfffffffe is true when it should");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 1, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16 {%y0, %y1}, %rd3, %rd4, %p2, 1, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 2, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 1, 1, 0, 2;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 1, 1, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 0, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, %r1, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%y0, %y1, %y2, %y3}, %r1, %rd4, %p2, 1, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.s32.f16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 1, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 1, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 1, 1, 0, 0;",
                "wgmma.mma_async.sync.aligned.m64n8k32.s32.e4m3.e4m3 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 1, 1;",
                "wgmma.mma_async.sync.aligned.m64n8k32.f32.s8.s8 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2;",
                "wgmma.mma_async.sync.aligned.m64n8k256.f32.b1.b1.and.popc {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2;",
                "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.xor.popc {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2;",
            })
    void operandsThatDoNotGoTogetherAreRefusedByName(String instruction) {
        assertThat(fault(replaced(instruction), THREADS))
                .hasMessageContaining("its shape, types and operands do not go together");
    }

    @Test
    void fortyColumnsOfIntegersAreRefused() {
        String instruction =
                "wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 "
                        + vector("y", 20)
                        + ", %rd3, %rd4, %p2;";

        assertThat(fault(replaced(instruction), THREADS))
                .hasMessageContaining("its shape, types and operands do not go together");
    }

    private static String replaced(String instruction) {
        var of = new Case(Form.F32_F16, 40, SMALL.left(), SMALL.right(), 0, true, -1, 0);
        return kernel(of, 0, 0).replaceFirst("wgmma.mma_async[^;]*;", instruction);
    }

    @Test
    void aFragmentOfAnotherSizeIsRefused() {
        String instruction =
                "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%y0, %y1, %y2, %y3}, %rd3, %rd4, %p2, 1, 1, 0, 0;";

        assertThat(fault(replaced(instruction), THREADS))
                .hasMessageContaining(
                        "fragment d has 4 registers when it should have 8 of 32 bits");
    }

    @Test
    void aLimitOfRegistersHasNoEffectOnResults() {
        String body = "setmaxnreg.inc.sync.aligned.u32 232; setmaxnreg.dec.sync.aligned.u32 40;";
        var machine =
                TestDevice.of(
                        "set.ptx",
                        TestDevice.kernel("", body + "st.global.u32 [%rd0], %r0;")
                                .replace(
                                        ".version 7.0\n.target sm_75",
                                        ".version 8.0\n.target sm_90a"));

        assertThat(machine.words(3)).containsExactly(0, 1, 2);
    }
}
