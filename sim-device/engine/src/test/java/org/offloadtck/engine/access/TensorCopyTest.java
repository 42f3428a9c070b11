package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.offloadtck.engine.access.TensorCopyKernel.LOAD;
import static org.offloadtck.engine.access.TensorCopyKernel.MAP;
import static org.offloadtck.engine.access.TensorCopyKernel.WAIT;
import static org.offloadtck.engine.access.TensorCopyKernel.fault;
import static org.offloadtck.engine.access.TensorCopyKernel.loading;
import static org.offloadtck.engine.access.TensorCopyKernel.machine;
import static org.offloadtck.engine.access.TensorCopyKernel.storing;
import static org.offloadtck.engine.access.TensorCopyKernel.variables;

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

    private static final TensorMapBytes ROWS =
            TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 1}, 32);

    @Test
    void fourRowsAreGathered() {
        String copy =
                "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;"
                        + LOAD.replace(".tile.", ".tile::gather4.")
                        + "[%r1], [%rd1, {4, 2, %r4, 0, %r5}], [bar];";

        assertThat(machine(ROWS, copy + WAIT).words(16))
                .containsExactly(34, 35, 0, 0, 0, 0, 0, 0, 14, 15, 0, 0, 24, 25, 0, 0);
    }

    @Test
    void fourRowsAreScattered() {
        String copy =
                storing(
                        "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group"
                                + " [%rd1, {0, 2, 0, 3, -1}], [%r1];");

        assertThat(machine(ROWS, copy).words(24))
                .containsExactly(
                        104, 105, 106, 107, 14, 15, 0, 0, 20, 21, 22, 23, 24, 25, 0, 0, 100, 101,
                        102, 103, 34, 35, 0, 0);
    }

    @Test
    void rowsOfATallBoxAreAFault() {
        String gather = LOAD.replace(".tile.", ".tile::gather4.");

        assertThat(fault(gather + "[%r1], [%rd1, {4, 2, 1, 0, 1}], [bar];"))
                .hasMessageContaining("box of a tensor has 2 rows when a gather needs 1");
        assertThat(fault(ROWS, gather + "[%r1], [%rd1, {4, 2, 1, 0}], [bar];"))
                .hasMessageContaining("has 4 coordinates of 2 dimensions when it should have 5");
    }

    @Test
    void elementsOutsideTheTensorAreZeroAndCount() {
        var wide = TensorMapBytes.of(new long[] {6, 3}, new int[] {8, 1}, 32);
        assertThat(loading(wide, LOAD + "[%r1], [%rd1, {-4, 2}], [bar];").words(8))
                .containsExactly(0, 0, 0, 0, 30, 31, 32, 33);
        assertThat(loading(MAP, LOAD + "[%r1], [%rd1, {4, %r4}], [bar];").words(8))
                .containsExactly(0, 0, 0, 0, 14, 15, 0, 0);
        var odd = TensorMapBytes.of(new long[] {5, 3}, new int[] {8, 1}, 32);
        assertThat(loading(odd, LOAD + "[%r1], [%rd1, {4, 0}], [bar];").words(8))
                .containsExactly(14, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void elementsOutsideTheTensorMayBeNan() {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 2}, 32).type(7).fillsNan();
        int[] words = loading(map, LOAD + "[%r1], [%rd1, {4, 2}], [bar];").words(8);

        assertThat(words).startsWith(34, 35).endsWith(0x7ff7_7ff7, 0x7ff7_7ff7);
        assertThat(words).containsOnly(34, 35, 0x7ff7_7ff7);
        assertThat(Float.intBitsToFloat(words[2])).isNaN();
    }

    @Test
    void elementStridesSkipRows() {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 3}, 32).step(1, 2);

        assertThat(loading(map, LOAD + "[%r1], [%rd1, {0, 0}], [bar];").words(8))
                .containsExactly(10, 11, 12, 13, 30, 31, 32, 33);
    }

    @ParameterizedTest
    @CsvSource({"7, 11", "8, 0", "11, 11", "12, 0"})
    void subnormalNumbersAreFlushedIfTheMapSaysSo(int type, int expected) {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 2}, 32).type(type);

        assertThat(loading(map, LOAD + "[%r1], [%rd1, {0, 0}], [bar];").words(2)[1])
                .isEqualTo(expected);
    }

    /// A row of 32 bytes at a multiple of 128 bytes that is no multiple of 256.
    @Test
    void chunksAreSwizzled() {
        var map = TensorMapBytes.of(new long[] {8, 3}, new int[] {8, 1}, 32).swizzle(1);
        var machine =
                loading(
                        map,
                        LOAD + "[%r1+128], [%rd1, {0, 0}], [bar]; BEGUN: add.u32 %r1, %r1, 128;",
                        WAIT.replace("BEGUN: ", ""));

        assertThat(machine.words(8)).containsExactly(14, 15, 0, 0, 10, 11, 12, 13);
    }

    /// The second round of a loop copies nothing, so that the next phase lacks the bytes.
    @Test
    void aCopyThatIsNotExecutedCountsNoBytes() {
        String body =
                """
                mov.u32 %r8, 0;
                L: setp.eq.u32 %p4, %r8, 0;
                @%p4 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;
                @%p4
                """
                        + LOAD
                        + """
                        [%r1], [%rd1, {0, %r8}], [bar];
                        add.u32 %r8, %r8, 1;
                        setp.lt.u32 %p5, %r8, 2;
                        @%p5 bra L;
                        mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;
                        mbarrier.test_wait.parity.shared.b64 %p6, [bar], 1;
                        selp.u32 %r9, 1, 2, %p6;
                        st.shared.u32 [box+32], %r9;
                        """;

        assertThat(machine(MAP, body + WAIT).words(9))
                .containsExactly(10, 11, 12, 13, 20, 21, 22, 23, 2);
    }

    /// Thread 0 copies 32 bytes by one map and thread 1 16 bytes by another, whose copies flush; or
    /// thread 0 copies by both.
    @ParameterizedTest
    @ValueSource(
            strings = {
                LOAD + "[%r1], [%rd1, {0, 0}], [bar];",
                "@%p1 "
                        + LOAD
                        + "[box], [map, {0, 0}], [bar]; @%p1 "
                        + LOAD
                        + "[box+128], [other, {0, 0}], [bar];",
            })
    void eachCopyHasAMapOfItsOwn(String copy) {
        var flushes = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 1}, 32).type(8);
        String body =
                """
                mov.u64 %rd1, map;
                mov.u64 %rd2, in;
                mov.u64 %rd3, other;
                mov.u32 %r1, box;
                mad.lo.u32 %r1, %r0, 128, %r1;
                setp.eq.u32 %p1, %r0, 0;
                @%p1 mbarrier.init.shared.b64 [bar], 1;
                @%p1 tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd2;
                @%p1 tensormap.replace.tile.global_address.global.b1024.b64 [%rd3], %rd2;
                bar.sync 0;
                @!%p1 mov.u64 %rd1, %rd3;
                @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 48;
                """
                        + copy
                        + """
                        W: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
                        @!%p2 bra W;
                        ld.shared.u32 %r9, [%r1+4];
                        st.global.u32 [%rd0], %r9;
                        """;
        String maps =
                variables(MAP) + ".global .align 64 .b32 other[32] = " + flushes.words() + ";\n";
        var machine = TestDevice.of("tensor.ptx", TestDevice.kernel(maps, body));

        assertThat(machine.words(2)).containsExactly(11, 0);
    }

    @Test
    void aMulticastToNoCtaCopiesNothing() {
        String body =
                "st.shared.u32 [box], 7; mov.b16 %h1, 0; cp.async.bulk.tensor.2d.shared::cluster.global"
                        + ".mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%rd1, {0, 0}], [bar],"
                        + " %h1; mbarrier.arrive.shared.b64 _, [bar];";

        assertThat(machine(MAP, body + WAIT).words(1)).containsExactly(7);
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

    @Test
    void aStoreLeavesTheBoxAsItIs() {
        String copy =
                "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {4, -1}], [%r1];";
        String body =
                storing(copy)
                        .replace(
                                "ld.global.u32 %r9, [%rd3]",
                                "add.u32 %r9, %r9, %r1; ld.shared.u32 %r9, [%r9]");

        assertThat(machine(MAP, body).words(8))
                .containsExactly(100, 101, 102, 103, 104, 105, 106, 107);
    }

    @ParameterizedTest
    @CsvSource({
        // subnormal numbers, which a sum of .f32 in global memory flushes
        "7, add, 0",
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

    /// The upper half of an element.
    @ParameterizedTest
    @CsvSource({"4, and, 5", "5, and, 5", "5, or, 117", "4, xor, 112", "5, min, 21", "4, max, 101"})
    void aReductionCombinesLongElements(int type, String operation, int expected) {
        var map = TensorMapBytes.of(new long[] {3, 3}, new int[] {2, 2}, 32).type(type);
        String copy =
                "cp.reduce.async.bulk.tensor.2d.global.shared::cta.%s.tile.bulk_group [%%rd1, {0, 1}], [%%r1];"
                        .formatted(operation);

        assertThat(machine(map, storing(copy)).words(16)[9]).isEqualTo(expected);
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
                "[%rd1, {0, 0}], [%r1+64] | MISALIGNED | box of a tensor at 0x40 of shared memory is not"
                        + " at a multiple of 128",
                "[%rd1, {0, 2}], [%r1] | OUT_OF_BOUNDS | atomic of 4 bytes at 0x.*",
            })
    void aReductionIsChecked(String operands, FaultKind kind, String problem) {
        var map = TensorMapBytes.of(new long[] {6, 9}, new int[] {4, 2}, 32);
        var fault =
                fault(
                        map,
                        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group "
                                + operands
                                + ";");

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.problem()).matches(problem);
    }

    @Test
    void aMapHasTheDimensionsOfTheInstruction() {
        var map = TensorMapBytes.of(new long[] {6, 3, 1}, new int[] {4, 2, 1}, 32, 96);
        var fault = fault(map, LOAD + "[%r1], [%rd1, {0, 0}], [bar];");

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_TENSOR_MAP);
        assertThat(fault.problem()).contains("has 3 dimensions when the instruction has 2");
    }

    /// A map in constant memory, whose tensor is at address 0.
    @Test
    void aMapMayBeConstant() {
        var fault = fault(LOAD + "[%r1], [fixed, {0, 0}], [bar];");

        assertThat(fault.kind()).isEqualTo(FaultKind.NULL_POINTER);
        assertThat(fault.problem()).startsWith("load of 16 bytes at 0x0 is");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LOAD + "[%r1], [%rd1, {0}], [bar];",
                LOAD + "[%r1], [%rd1, {0, 0, 0}], [bar];",
                LOAD + "[%r1], [%rd1, 0, 0], [bar];",
                LOAD + "[%r1], [copy, {0, 0}], [bar];",
                "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r1],"
                        + " [%rd1, {0, 0, 0}], [bar], {%h1};",
            })
    void someCopiesAreNotSimulated(String copy) {
        assertThat(fault(copy).kind()).isEqualTo(FaultKind.UNSUPPORTED);
    }

    @ParameterizedTest
    @CsvSource({"0, add, U8", "7, and, F32", "9, or, F64", "5, add, S64"})
    void aReductionNeedsATypeThatPtxHas(int type, String operation, String name) {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {16, 2}, 32).type(type);
        var fault =
                fault(
                        map,
                        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.%s.tile.bulk_group [%%rd1, {0, 1}], [%%r1];"
                                .formatted(operation));

        assertThat(fault.kind()).isEqualTo(FaultKind.UNSUPPORTED);
        assertThat(fault.problem()).contains("elements of type " + name);
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
    void aMulticastCopiesToTheCtasOfItsMaskOnly() {
        String copy =
                ("@%p3 " + LOAD + "[%r1], [%rd1, {0, 0}], [bar];")
                        + "mov.b16 %h1, 2; @%p3 cp.async.bulk.tensor.2d.shared::cluster.global"
                        + ".mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%rd1, {4, 1}],"
                        + " [bar], %h1;";

        assertThat(cluster(copy))
                .containsExactly(10, 11, 12, 13, 20, 21, 22, 23, 24, 25, 0, 0, 34, 35, 0, 0);
    }

    @Test
    void aStoreReadsTheSharedMemoryOfItsCta() {
        String copy =
                "mapa.shared::cluster.u32 %r10, box, 1; @%p3 cp.async.bulk.tensor.2d.global.shared::cta"
                        + ".tile.bulk_group [%rd1, {0, 0}], [%r10];";
        var fault = catchThrowableOfType(KernelFaultException.class, () -> cluster(copy));

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault.problem()).contains("from the shared memory of the CTA of rank 1");
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
