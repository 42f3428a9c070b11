package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TensorMapBytes;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// Copies and reductions of boxes of tensors (PTX ISA 9.0 §9.7.9.25.5).
@Timeout(60)
final class TensorCopyTest {

    /// A tensor of 3 rows of 6 words, at a distance of 32 bytes, of which a box has 2 rows of 4
    /// words.
    private static final TensorMapBytes MAP =
            TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 2}, 32);

    private static final String BEGIN =
            """
            mov.u64 %rd1, map;
            mov.u64 %rd2, in;
            mov.u32 %r1, box;
            mov.u32 %r3, bar;
            mov.u32 %r4, -1;
            mov.u32 %r5, 1;
            setp.ne.u32 %p1, %r0, 0;
            @%p1 bra BEGUN;
            mbarrier.init.shared.b64 [bar], 1;
            tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd2;
            """;

    private static final String LOAD =
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes ";

    private static final String WAIT =
            """
            BEGUN: bar.sync 0;
            W: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
            @!%p2 bra W;
            shl.b32 %r9, %r0, 2;
            add.u32 %r9, %r9, %r1;
            ld.shared.u32 %r9, [%r9];
            st.global.u32 [%rd0], %r9;
            """;

    private static String variables(TensorMapBytes map) {
        return """
        .global .align 64 .b32 map[32] = %s;
        .global .align 16 .b32 in[24] = {10, 11, 12, 13, 14, 15, 0, 0, 20, 21, 22, 23, 24, 25, 0, 0,
          30, 31, 32, 33, 34, 35, 0, 0};
        .shared .align 128 .b32 box[64];
        .shared .align 64 .b32 copy[32];
        .shared .align 8 .b64 bar;
        """
                .formatted(map.words());
    }

    private static TestDevice machine(TensorMapBytes map, String body) {
        return TestDevice.of("tensor.ptx", TestDevice.kernel(variables(map), BEGIN + body));
    }

    private static TestDevice loading(TensorMapBytes map, String copy) {
        return machine(map, "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;" + copy + WAIT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LOAD + "[%r1], [%rd1, {4, %r5}], [%r3];",
                LOAD + "[box], [map, {4, 1}], [bar];",
                "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes"
                        + " [%r1], [%rd1, {4, 1}], [bar];",
                "mov.b64 %rd3, 0; cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {1, 1}];"
                        + "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                        + ".L2::cache_hint [%r1], [%rd1, {4, 1}], [bar], %rd3;",
                "mov.b16 %h1, 1;"
                        + "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                        + ".multicast::cluster [%r1], [%rd1, {4, 1}], [bar], %h1;",
            })
    void aBoxIsCopiedToSharedMemory(String copy) {
        assertThat(loading(MAP, copy).words(8)).containsExactly(24, 25, 0, 0, 34, 35, 0, 0);
    }

    @Test
    void elementsOutsideTheTensorAreZeroAndCount() {
        var wide = TensorMapBytes.of(new long[] {6, 3}, new int[] {8, 1}, 32);
        assertThat(loading(wide, LOAD + "[%r1], [%rd1, {-4, 2}], [bar];").words(8))
                .containsExactly(0, 0, 0, 0, 30, 31, 32, 33);
        assertThat(loading(MAP, LOAD + "[%r1], [%rd1, {4, %r4}], [bar];").words(8))
                .containsExactly(0, 0, 0, 0, 14, 15, 0, 0);
    }

    @Test
    void elementsOutsideTheTensorMayBeNan() {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 2}, 32).type(7).fillsNan();
        int[] words = loading(map, LOAD + "[%r1], [%rd1, {4, 2}], [bar];").words(8);

        assertThat(words[1]).isEqualTo(35);
        assertThat(Float.intBitsToFloat(words[2])).isNaN();
        assertThat(Float.intBitsToFloat(words[7])).isNaN();
    }

    @Test
    void elementStridesSkipRows() {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 3}, 32).step(1, 2);

        assertThat(loading(map, LOAD + "[%r1], [%rd1, {0, 0}], [bar];").words(8))
                .containsExactly(10, 11, 12, 13, 30, 31, 32, 33);
    }

    @Test
    void subnormalNumbersAreFlushedIfTheMapSaysSo() {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 2}, 32).type(8);

        assertThat(loading(map, LOAD + "[%r1], [%rd1, {0, 0}], [bar];").words(8)).containsOnly(0);
    }

    /// Rows of 16 bytes begin a span of 32 bytes each.
    @Test
    void chunksAreSwizzled() {
        var map = TensorMapBytes.of(new long[] {8, 3}, new int[] {8, 1}, 32).swizzle(1);
        var machine =
                loading(
                        map,
                        LOAD
                                + "[%r1+128], [%rd1, {0, 0}], [bar]; add.u32 %r1, %r1, 128;"
                                        .concat(""));

        assertThat(machine.words(1)).containsExactly(14);
    }

    private static String storing(String copy) {
        return """
        mov.u32 %r8, 0;
        FILL:
        shl.b32 %r9, %r8, 2;
        add.u32 %r9, %r9, %r1;
        add.u32 %r10, %r8, 100;
        st.shared.u32 [%r9], %r10;
        add.u32 %r8, %r8, 1;
        setp.lt.u32 %p3, %r8, 8;
        @%p3 bra FILL;
        fence.proxy.async;
        """
                + copy
                + """
                cp.async.bulk.commit_group;
                cp.async.bulk.wait_group 0;
                BEGUN: bar.sync 0;
                shl.b32 %r9, %r0, 2;
                cvt.u64.u32 %rd3, %r9;
                add.u64 %rd3, %rd3, %rd2;
                ld.global.u32 %r9, [%rd3];
                st.global.u32 [%rd0], %r9;
                """;
    }

    @Test
    void elementsOutsideTheTensorAreNotWritten() {
        String copy =
                "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {4, -1}], [%r1];";

        assertThat(machine(MAP, storing(copy)).words(24))
                .containsExactly(
                        10, 11, 12, 13, 104, 105, 0, 0, 20, 21, 22, 23, 24, 25, 0, 0, 30, 31, 32,
                        33, 34, 35, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "3, add, 120",
        "3, min, 20",
        "3, max, 100",
        "2, inc, 21",
        "2, dec, 19",
        "3, and, 4",
        "3, or, 116",
        "2, xor, 112",
    })
    void aReductionCombinesTheElementsInside(int type, String operation, int expected) {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 2}, 32).type(type);
        String copy =
                "cp.reduce.async.bulk.tensor.2d.global.shared::cta.%s.tile.bulk_group [%%rd1, {0, 1}], [%%r1];"
                        .formatted(operation);
        int[] words = machine(map, storing(copy)).words(16);

        assertThat(words[8]).isEqualTo(expected);
        assertThat(words[0]).isEqualTo(10);
    }

    @Test
    void halvesAreAdded() {
        var map = TensorMapBytes.of(new long[] {16, 3}, new int[] {8, 1}, 32).type(6);
        String copy =
                "mov.b32 %r9, 0x3c003c00; mov.b32 %r10, 0x40004000; st.shared.b32 [box], %r9;"
                        + "st.global.b32 [%rd2], %r10;"
                        + "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
                        + " [%rd1, {0, 0}], [%r1];";

        assertThat(machine(map, storing(copy)).words(1)).containsExactly(0x42004200);
    }

    /// A map that a warp copies to shared memory, changes and copies back.
    @Test
    void aKernelChangesAMap() {
        String change =
                """
                tensormap.replace.tile.rank.global.b1024.b32 [%rd1], 1;
                tensormap.replace.tile.global_dim.global.b1024.b32 [%rd1], 1, 2;
                tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 1, %r5;
                tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 0, 8;
                tensormap.replace.tile.global_stride.global.b1024.b64 [%rd1], 0, 64;
                tensormap.replace.tile.element_stride.global.b1024.b32 [%rd1], 1, 1;
                tensormap.replace.tile.elemtype.global.b1024.b32 [%rd1], 2;
                tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%rd1], 1;
                tensormap.replace.tile.fill_mode.global.b1024.b32 [%rd1], 0;
                tensormap.replace.tile.interleave_layout.global.b1024.b32 [%rd1], 0;
                """;
        var machine = loading(MAP, change + LOAD + "[%r1], [%rd1, {0, 1}], [bar];");

        assertThat(machine.words(8)).containsExactly(30, 31, 32, 33, 34, 35, 0, 0);
    }

    @Test
    void aMapIsChangedInSharedMemoryAndCopiedBack() {
        String body =
                """
                BEGUN:
                shl.b32 %r9, %r0, 2;
                cvt.u64.u32 %rd3, %r9;
                add.u64 %rd3, %rd3, %rd1;
                ld.global.b32 %r10, [%rd3];
                mov.u32 %r11, copy;
                add.u32 %r9, %r9, %r11;
                st.shared.b32 [%r9], %r10;
                bar.sync 0;
                add.u64 %rd4, %rd2, 32;
                @!%p1 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r11], %rd4;
                bar.sync 0;
                tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned
                  [%rd1], [%r11], 128;
                fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;
                @!%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;
                @!%p1
                """
                        + LOAD
                        + "[%r1], [%rd1, {0, 0}], [bar];"
                        + WAIT.replace("BEGUN: ", "");

        assertThat(machine(MAP, body).words(32)).startsWith(20, 21, 22, 23, 30, 31, 32, 33);
    }

    private static KernelFaultException fault(String copy) {
        return fault(MAP, copy);
    }

    private static KernelFaultException fault(TensorMapBytes map, String copy) {
        return catchThrowableOfType(KernelFaultException.class, () -> loading(map, copy).words(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[%r1+64], [%rd1, {0, 0}], [bar] | MISALIGNED | box of a tensor at 0x40 of shared"
                        + " memory is not at a multiple of 128",
                "[%r1+512], [%rd1, {0, 0}], [bar] | OUT_OF_BOUNDS | store of 16 bytes at 0x200 of"
                        + " shared memory.*",
                "[%r1], [%rd1, {-2, 0}], [bar] | MISALIGNED | box of a tensor begins at element -2 of 4"
                        + " bytes when it should begin at a multiple of 16 bytes",
                "[%r1], [%rd4, {0, 0}], [bar] | MISALIGNED | load of 64 bytes at .*",
                "[%r1], [%rd3, {0, 0}], [bar] | NULL_POINTER | load of 64 bytes at 0x0 .*",
                "[%r1], [%rd5, {0, 0}], [bar] | ADDRESS_SPACE | load of 64 bytes .* shared memory",
                "[%r1], [%rd1, {0, 0}], [bar+4] | MISALIGNED | atomic of 8 bytes .*",
            })
    void aCopyIsChecked(String operands, FaultKind kind, String problem) {
        var fault =
                fault(
                        "mov.u64 %rd3, 0; add.u64 %rd4, %rd1, 16; mov.u32 %r11, copy; cvt.u64.u32 %rd5, %r11;"
                                + "cvta.shared.u64 %rd5, %rd5;"
                                + LOAD
                                + operands
                                + ";");

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.problem()).matches(problem);
    }

    @Test
    void theBytesOfTheTensorMustBeAllocated() {
        var map = TensorMapBytes.of(new long[] {6, 9}, new int[] {4, 2}, 32);
        var fault = fault(map, LOAD + "[%r1], [%rd1, {0, 2}], [bar];");

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault.problem()).contains("load of 16 bytes at 0x", "in");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "st.global.u32 [%rd1+40], 5; | INVALID_TENSOR_MAP | tensor map: byte 28: check word .*",
                "tensormap.replace.tile.rank.global.b1024.b32 [%rd1], 0; | INVALID_TENSOR_MAP | tensor"
                        + " map at 0x[0-9a-f]+ has 1 dimensions when the instruction has 2",
                "tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 1, 257; | INVALID_TENSOR_MAP"
                        + " | tensor map: byte 68: box of 257 elements when it should be 1 to 256, at .*",
                "tensormap.replace.tile.interleave_layout.global.b1024.b32 [%rd1], 1; | UNSUPPORTED |"
                        + " tensor map at 0x[0-9a-f]+ has an interleaved layout, which is not simulated",
                "tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 5, 1; | UNSUPPORTED |"
                        + " instruction .* its dimension should be a constant that the map has",
            })
    void aMapIsChecked(String change, FaultKind kind, String problem) {
        var fault = fault(change + LOAD + "[%r1], [%rd1, {0, 0}], [bar];");

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.problem()).matches(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LOAD + "[%r1], [%rd1, {0}], [bar];",
                "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r1],"
                        + " [%rd1, {0, 0, 0}], [bar], {%h1};",
            })
    void someCopiesAreNotSimulated(String copy) {
        assertThat(fault(copy).kind()).isEqualTo(FaultKind.UNSUPPORTED);
    }

    @Test
    void aReductionNeedsATypeThatPtxHas() {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {16, 2}, 32).type(0);
        var fault =
                fault(
                        map,
                        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
                                + " [%rd1, {0, 1}], [%r1];");

        assertThat(fault.kind()).isEqualTo(FaultKind.UNSUPPORTED);
        assertThat(fault.problem()).contains("elements of type U8");
    }

    /// CTA 0 copies to the CTAs of its cluster of two; each waits for the bytes at its own
    /// `mbarrier`.
    private static int[] cluster(String copy) {
        String body =
                """
                ld.param.u64 %rd0, [out];
                mov.u32 %r6, %cluster_ctarank;
                mad.wide.u32 %rd0, %r6, 32, %rd0;
                shl.b32 %r7, %r0, 2;
                cvt.u64.u32 %rd4, %r7;
                add.u64 %rd0, %rd0, %rd4;
                mov.u64 %rd1, map;
                mov.u64 %rd2, in;
                mov.u32 %r1, box;
                setp.eq.u32 %p3, %r6, 0;
                setp.eq.u32 %p1, %r0, 0;
                and.pred %p3, %p1, %p3;
                @%p1 mbarrier.init.shared.b64 [bar], 1;
                @%p3 tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd2;
                @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;
                barrier.cluster.arrive;
                barrier.cluster.wait;
                """
                        + copy
                        + WAIT.replace("BEGUN: ", "")
                        + "barrier.cluster.arrive; barrier.cluster.wait;";
        var machine = TestDevice.of("tensor.ptx", TestDevice.kernel(variables(MAP), body));
        var shape =
                new LaunchShape(Extent3D.of(2), Extent3D.of(8), 0, ClusterShape.of(Extent3D.of(2)));
        var out = machine.allocate("out", 64);
        machine.launch(machine.kernel(), shape, out);
        return machine.ints(out);
    }

    @Test
    void aMulticastCopiesABoxToEachCta() {
        String copy =
                "mov.b16 %h1, 3; @%p3 cp.async.bulk.tensor.2d.shared::cluster.global"
                        + ".mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%rd1, {4, 1}], [bar],"
                        + " %h1;";

        assertThat(cluster(copy))
                .containsExactly(24, 25, 0, 0, 34, 35, 0, 0, 24, 25, 0, 0, 34, 35, 0, 0);
    }

    @Test
    void aBoxIsCopiedToAnotherCta() {
        String copy =
                "mapa.shared::cluster.u32 %r10, box, 1; mapa.shared::cluster.u32 %r11, bar, 1;"
                        + ("@%p3 " + LOAD + "[%r10], [%rd1, {0, 0}], [%r11];")
                        + ("@%p3 " + LOAD + "[%r1], [%rd1, {0, 1}], [bar];");

        assertThat(cluster(copy))
                .containsExactly(20, 21, 22, 23, 30, 31, 32, 33, 10, 11, 12, 13, 20, 21, 22, 23);
    }

    @Test
    void aMulticastNeedsTheCtasOfItsMask() {
        var fault =
                fault(
                        "mov.b16 %h1, 3; cp.async.bulk.tensor.2d.shared::cluster.global"
                                + ".mbarrier::complete_tx::bytes.multicast::cluster [%r1],"
                                + " [%rd1, {4, 1}], [bar], %h1;");

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault.problem()).contains("of the CTA of rank 1 in the cluster");
    }
}
