package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// Special registers of shared memory and of performance counters (PTX ISA 9.0 §10).
class SpecialRegistersTest {

    private static final String BOX = ".shared .align 4 .b8 box[20];";

    @Test
    void reservedSharedMemoryIsBehindTheVariablesAndHasOneKibibyte() {
        String body =
                """
                ld.param.u64 %rd1, [out];
                mov.u32 %r2, box;
                mov.u32 %r1, %reserved_smem_offset_begin;
                st.global.u32 [%rd1], %r1;
                mov.u32 %r1, %reserved_smem_offset_end;
                st.global.u32 [%rd1+4], %r1;
                mov.b32 %r1, %reserved_smem_offset_cap;
                st.global.u32 [%rd1+8], %r1;
                mov.u32 %r1, %reserved_smem_offset_0;
                st.global.u32 [%rd1+12], %r1;
                mov.u32 %r1, %reserved_smem_offset_1;
                st.global.u32 [%rd1+16], %r1;
                mov.u32 %r1, %total_smem_size;
                st.global.u32 [%rd1+20], %r1;
                """;
        var machine = TestDevice.of("smem.ptx", TestDevice.kernel(BOX, body));
        var out = machine.allocate("out", 24);

        machine.launch(machine.kernel(), LaunchShape.of(1, 1), out);

        assertThat(machine.ints(out)).containsExactly(128, 128 + 1024, 1024, 128, 128 + 512, 20);
    }

    /// What `block_tile_memory` of cooperative groups does from `sm_80` on: all threads of the
    /// block exchange values in the reserved memory, through a generic address.
    @Test
    void threadsExchangeValuesInReservedSharedMemory() {
        String body =
                """
                mov.u32 %r1, %reserved_smem_offset_1;
                cvt.u64.u32 %rd1, %r1;
                cvta.shared.u64 %rd1, %rd1;
                mad.wide.u32 %rd2, %r0, 4, %rd1;
                add.u32 %r2, %r0, 100;
                st.u32 [%rd2], %r2;
                bar.sync 0;
                xor.b32 %r3, %r0, 63;
                mad.wide.u32 %rd2, %r3, 4, %rd1;
                ld.u32 %r4, [%rd2];
                st.global.u32 [%rd0], %r4;
                """;
        var machine = TestDevice.of("smem.ptx", TestDevice.kernel(BOX, body));

        assertThat(machine.words(64)).startsWith(163, 162).endsWith(101, 100);
    }

    @Test
    void aProgramThatDoesNotReadTheOffsetsHasNoReservedSharedMemory() {
        var machine =
                TestDevice.of(
                        "smem.ptx",
                        TestDevice.kernel(BOX, "mov.u32 %r2, box; ld.shared.u32 %r1, [%r2+128];"));
        var out = machine.allocate("out", 4);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> machine.launch(machine.kernel(), LaunchShape.of(1, 1), out));
    }

    @Test
    void performanceCountersAreZero() {
        var machine =
                TestDevice.running(
                        """
                        mov.u64 %rd1, %pm7_64;
                        cvt.u32.u64 %r1, %rd1;
                        mov.u32 %r2, %pm7;
                        or.b32 %r1, %r1, %r2;
                        add.u32 %r1, %r1, 7;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(machine.words(1)).containsExactly(7);
    }
}
