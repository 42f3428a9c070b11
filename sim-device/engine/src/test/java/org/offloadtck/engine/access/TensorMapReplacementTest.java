package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.engine.access.TensorCopyKernel.LOAD;
import static org.offloadtck.engine.access.TensorCopyKernel.MAP;
import static org.offloadtck.engine.access.TensorCopyKernel.WAIT;
import static org.offloadtck.engine.access.TensorCopyKernel.fault;
import static org.offloadtck.engine.access.TensorCopyKernel.loading;
import static org.offloadtck.engine.access.TensorCopyKernel.machine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TensorMapBytes;
import org.offloadtck.engine.launch.FaultKind;

/// Tensor maps that a kernel changes and copies (PTX ISA 9.0 §9.7.9.26).
@Timeout(60)
final class TensorMapReplacementTest {

    /// A map that a warp copies to shared memory, changes and copies back.
    @Test
    void aKernelChangesAMap() {
        String change =
                """
                mov.u32 %r6, 0x101;
                mov.u32 %r7, 2;
                tensormap.replace.tile.rank.global.b1024.b32 [%rd1], %r6;
                tensormap.replace.tile.global_dim.global.b1024.b32 [%rd1], 0, 5;
                tensormap.replace.tile.global_dim.global.b1024.b32 [%rd1], 1, 2;
                tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 1, %r7;
                tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 0, 8;
                tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 4, 1;
                tensormap.replace.tile.global_stride.global.b1024.b64 [%rd1], 0, 64;
                tensormap.replace.tile.element_stride.global.b1024.b32 [%rd1], 1, %r7;
                tensormap.replace.tile.elemtype.global.b1024.b32 [%rd1], 2;
                tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%rd1], 1;
                tensormap.replace.tile.interleave_layout.global.b1024.b32 [%rd1], 0;
                """;
        var machine = loading(MAP, change + LOAD + "[%r1], [%rd1, {0, 1}], [bar];");

        assertThat(machine.words(8)).containsExactly(30, 31, 32, 33, 34, 0, 0, 0);
    }

    @Test
    void theAddressOfAMapMayBeGeneric() {
        String change =
                """
                tensormap.replace.tile.box_dim.b1024.b32 [%rd1], 0, 8;
                tensormap.replace.tile.box_dim.b1024.b32 [%rd1], 1, 1;
                """;
        var machine = loading(MAP, change + LOAD + "[%r1], [%rd1, {0, 1}], [bar];");

        assertThat(machine.words(8)).containsExactly(20, 21, 22, 23, 24, 25, 0, 0);
    }

    @Test
    void eachDimensionHasAStride() {
        var map = TensorMapBytes.of(new long[] {4, 2, 2}, new int[] {4, 1, 2}, 32, 16);
        String change = "tensormap.replace.tile.global_stride.global.b1024.b64 [%rd1], 1, 64;";
        var machine =
                loading(
                        map,
                        change + LOAD.replace("2d", "3d") + "[%r1], [%rd1, {0, 0, 0}], [bar];");

        assertThat(machine.words(8)).containsExactly(10, 11, 12, 13, 30, 31, 32, 33);
    }

    @Test
    void aKernelChangesTheFill() {
        var map = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 2}, 32).type(7);
        String change = "tensormap.replace.tile.fill_mode.global.b1024.b32 [%rd1], 1;";
        var machine = loading(map, change + LOAD + "[%r1], [%rd1, {4, 2}], [bar];");

        assertThat(machine.words(3)).containsExactly(34, 35, 0x7ff7_7ff7);
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
                @!%p1 st.global.b64 [%rd1+120], -1;
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
                "tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 [%rd1], 1; | UNSUPPORTED |"
                        + " tensor map at 0x[0-9a-f]+ has a swizzling mode of devices after sm_90,.*",
                "tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 5, 1; | UNSUPPORTED |"
                        + " instruction .* its dimension should be a constant that the map has",
                "tensormap.replace.tile.global_stride.global.b1024.b64 [%rd1], 4, 64; | UNSUPPORTED |"
                        + " instruction .* its dimension should be a constant that the map has",
            })
    void aMapIsChecked(String change, FaultKind kind, String problem) {
        var fault = fault(change + LOAD + "[%r1], [%rd1, {0, 0}], [bar];");

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.problem()).matches(problem);
    }
}
