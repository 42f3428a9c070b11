package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.offloadtck.engine.fixture.TensorMapBytes;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;

/// Kernels of one copy of a box of a tensor, by thread 0.
final class TensorCopyKernel {

    private TensorCopyKernel() {}

    /// A tensor of 3 rows of 6 words, at a distance of 32 bytes, of which a box has 2 rows of 4
    /// words.
    static final TensorMapBytes MAP = TensorMapBytes.of(new long[] {6, 3}, new int[] {4, 2}, 32);

    static final String BEGIN =
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

    static final String LOAD =
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes ";

    static final String WAIT =
            """
            BEGUN: bar.sync 0;
            W: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
            @!%p2 bra W;
            shl.b32 %r9, %r0, 2;
            add.u32 %r9, %r9, %r1;
            ld.shared.u32 %r9, [%r9];
            st.global.u32 [%rd0], %r9;
            """;

    static String variables(TensorMapBytes map) {
        return """
        .global .align 64 .b32 map[32] = %1$s;
        .const .align 64 .b32 fixed[32] = %1$s;
        .global .align 16 .b32 in[24] = {10, 11, 12, 13, 14, 15, 0, 0, 20, 21, 22, 23, 24, 25, 0, 0,
          30, 31, 32, 33, 34, 35, 0, 0};
        .shared .align 128 .b32 box[64];
        .shared .align 64 .b32 copy[32];
        .shared .align 8 .b64 bar;
        """
                .formatted(map.words());
    }

    static TestDevice machine(TensorMapBytes map, String body) {
        return TestDevice.of("tensor.ptx", TestDevice.kernel(variables(map), BEGIN + body));
    }

    static TestDevice loading(TensorMapBytes map, String copy) {
        return loading(map, copy, WAIT);
    }

    static TestDevice loading(TensorMapBytes map, String copy, String wait) {
        return machine(map, "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;" + copy + wait);
    }

    static String storing(String copy) {
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

    static KernelFaultException fault(String copy) {
        return fault(MAP, copy);
    }

    static KernelFaultException fault(TensorMapBytes map, String copy) {
        return catchThrowableOfType(KernelFaultException.class, () -> loading(map, copy).words(1));
    }
}
