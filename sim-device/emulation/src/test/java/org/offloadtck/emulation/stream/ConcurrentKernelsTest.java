package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.memory.PointerAttribute;

/// Kernels of different streams that wait for each other.
@Timeout(60)
class ConcurrentKernelsTest {

    private static final int NON_BLOCKING = 1;

    /// `hand(flags, wait, set)`: waits until the first flag is `wait` and sets it to `set`, for
    /// each of `rounds` rounds, in which both numbers grow by 2.
    private static final String HAND =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry hand(.param .u64 flag, .param .u64 wait, .param .u64 rounds)
            {
            .reg .b32 %r<6>;
            .reg .b64 %rd<2>;
            .reg .pred %p<2>;
            ld.param.u64 %rd0, [flag];
            ld.param.u32 %r1, [wait];
            ld.param.u32 %r2, [rounds];
            next:
            again:
            ld.volatile.global.u32 %r0, [%rd0];
            setp.ne.u32 %p0, %r0, %r1;
            @%p0 bra again;
            add.u32 %r3, %r1, 1;
            st.volatile.global.u32 [%rd0], %r3;
            add.u32 %r1, %r1, 2;
            sub.u32 %r2, %r2, 1;
            setp.ne.u32 %p0, %r2, 0;
            @%p0 bra next;
            ret;
            }
            """;

    private static long stream(ClientProgram program, int flags) {
        return program.ok(DriverFunction.CU_STREAM_CREATE, flags);
    }

    private static void launch(
            ClientProgram program, long stream, long kernel, int ctas, long... arguments) {
        var block = new byte[arguments.length * Long.BYTES];
        for (int i = 0; i < arguments.length; i++) {
            System.arraycopy(
                    PointerAttribute.bytes(arguments[i], 8), 0, block, i * Long.BYTES, Long.BYTES);
        }
        program.ok(DriverFunction.CU_LAUNCH_KERNEL, kernel, ctas, 1, 1, 1, 1, 1, 0, stream, block);
    }

    @Test
    void aKernelEndsTheWaitOfAnEarlierKernelOfAnotherStream() {
        try (var program = ClientProgram.run().ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            long hand = program.kernel(HAND, "hand");
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 1, 1);
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 0, 1);

            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.read(flag, 1)).containsExactly(2);
        }
    }

    @Test
    void aFillOnAnotherStreamEndsAWait() {
        try (var program = ClientProgram.run().ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            launch(program, stream(program, NON_BLOCKING), wait(program), 1, flag);
            long other = stream(program, NON_BLOCKING);
            program.ok(DriverFunction.CU_MEMSET_D32_ASYNC, flag, 1, 1, other);

            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
        }
    }

    private static long wait(ClientProgram program) {
        return program.kernel(ClientKernels.WAIT, "wait");
    }

    @Test
    void twoKernelsHandAWordOverManyTimes() {
        try (var program = ClientProgram.run().ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            long hand = program.kernel(HAND, "hand");
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 1, 500);
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 0, 500);

            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.read(flag, 1)).containsExactly(1000);
        }
    }
}
