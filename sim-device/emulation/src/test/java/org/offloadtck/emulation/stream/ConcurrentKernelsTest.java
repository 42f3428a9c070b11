package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;
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

    /// `arrive(flag, out)`: counts at the grid barrier, waits for the flag, and stores the count.
    /// `release(flag)`: sets the flag.
    private static final String COOPERATIVE =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry arrive(.param .u64 flag, .param .u64 out)
            {
            .reg .b32 %r<6>;
            .reg .b64 %rd<4>;
            .reg .pred %p<2>;
            ld.param.u64 %rd0, [flag];
            ld.param.u64 %rd1, [out];
            mov.b32 %r1, %envreg1;
            mov.b32 %r2, %envreg2;
            mov.b64 %rd2, {%r2, %r1};
            atom.global.add.u32 %r0, [%rd2+4], 1;
            again:
            ld.volatile.global.u32 %r0, [%rd0];
            setp.eq.u32 %p0, %r0, 0;
            @%p0 bra again;
            ld.volatile.global.u32 %r3, [%rd2+4];
            st.global.u32 [%rd1], %r3;
            ret;
            }
            .visible .entry release(.param .u64 flag)
            {
            .reg .b64 %rd<2>;
            ld.param.u64 %rd0, [flag];
            st.volatile.global.u32 [%rd0], 1;
            ret;
            }
            """;

    /// `publish(data)`: stores the first word, then sets the second. `subscribe(data)`: waits for
    /// the second word and loads the first.
    private static final String PUBLISH =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry publish(.param .u64 data)
            {
            .reg .b64 %rd<2>;
            ld.param.u64 %rd0, [data];
            st.global.u32 [%rd0], 5;
            membar.gl;
            st.volatile.global.u32 [%rd0+4], 1;
            ret;
            }
            .visible .entry subscribe(.param .u64 data)
            {
            .reg .b32 %r<2>;
            .reg .b64 %rd<2>;
            .reg .pred %p<2>;
            ld.param.u64 %rd0, [data];
            again:
            ld.volatile.global.u32 %r0, [%rd0+4];
            setp.eq.u32 %p0, %r0, 0;
            @%p0 bra again;
            ld.global.u32 %r1, [%rd0];
            ret;
            }
            """;

    /// CTAs of one thread that a T4 holds: 16 on each of 40 multiprocessors (CUDA C++ Programming
    /// Guide 13.0, technical specifications, compute capability 7.5).
    private static final int T4_CTAS = 640;

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

    @ParameterizedTest
    @ValueSource(ints = {1, 500})
    void twoKernelsHandAWordOver(int times) {
        try (var program = ClientProgram.run().ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            long hand = program.kernel(HAND, "hand");
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 1, times);
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 0, times);

            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.read(flag, 1)).containsExactly(2 * times);
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
    void eachLaunchHasItsOwnGridBarrier() {
        try (var program = ClientProgram.run().ready()) {
            long words = program.allocate(8);
            program.write(words, 0, 0);
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, COOPERATIVE);
            long arrive = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "arrive");
            long release = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "release");
            launch(program, stream(program, NON_BLOCKING), arrive, 1, words, words + 4);
            launch(program, stream(program, NON_BLOCKING), release, 1, words);

            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.read(words, 2)).containsExactly(1, 1);
        }
    }

    @Test
    void aKernelNeedsRoomBesideOneThatWaits() throws InterruptedException {
        try (var program = ClientProgram.run("--device", "t4").ready()) {
            long flag = program.allocate(8);
            program.write(flag, 0, 0);
            long hand = program.kernel(HAND, "hand");
            launch(program, stream(program, NON_BLOCKING), wait(program), T4_CTAS, flag);
            long other = stream(program, NON_BLOCKING);
            launch(program, other, hand, 1, flag + 4, 0, 1);

            Thread.sleep(1500);

            assertThat(program.result(DriverFunction.CU_STREAM_QUERY, other))
                    .isEqualTo(DriverResult.NOT_READY);
            program.at(flag, 4).set(ValueLayout.JAVA_INT_UNALIGNED, 0, 1);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
            assertThat(program.read(flag, 2)).containsExactly(1, 1);
        }
    }

    @Test
    void aKernelRunsInTheRoomBesideOneThatWaits() {
        try (var program = ClientProgram.run("--device", "t4").ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            long hand = program.kernel(HAND, "hand");
            launch(program, stream(program, NON_BLOCKING), wait(program), T4_CTAS - 1, flag);
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 0, 1);

            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
        }
    }

    /// Three streams: two hand a word over, the third waits for the end and prints.
    private static String report(String... options) {
        try (var program = ClientProgram.run(options).ready()) {
            long flag = program.allocate(4);
            program.write(flag, 0);
            long hand = program.kernel(HAND, "hand");
            long third = stream(program, NON_BLOCKING);
            launch(program, third, hand, 1, flag, 20, 1);
            program.ok(
                    DriverFunction.CU_LAUNCH_KERNEL,
                    program.kernel(ClientKernels.PRINT, "hi"),
                    1,
                    1,
                    1,
                    1,
                    1,
                    1,
                    0,
                    third,
                    new byte[0]);
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 1, 10);
            launch(program, stream(program, NON_BLOCKING), hand, 1, flag, 0, 10);
            launch(program, third, hand, 1, flag, 21, 1);

            var output = program.call(DriverFunction.CU_CTX_SYNCHRONIZE).output();

            assertThat(program.read(flag, 1)).containsExactly(22);
            program.ok(DriverFunction.CU_MEM_FREE, flag);
            return output + program.finish().report();
        }
    }

    @ParameterizedTest
    @CsvSource({"--check=memcheck, 20", "--check=all, 20", "--timing, 4"})
    void outputAndCountsAreTheSameInEachRun(String option, int runs) {
        var first = report("--device=t4", option);

        assertThat(first).startsWith("hi").contains("hand").doesNotContain("race");
        for (int run = 1; run < runs; run++) {
            assertThat(report("--device=t4", option)).isEqualTo(first);
        }
    }

    /// Racecheck does not take the accesses of one launch for those of another.
    @Test
    void kernelsThatPublishDataToEachOtherDoNotRace() {
        try (var program = ClientProgram.run("--device=t4", "--check=all").ready()) {
            long data = program.allocate(8);
            program.write(data, 0, 0);
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, PUBLISH);
            long publish = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "publish");
            long subscribe = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "subscribe");
            launch(program, stream(program, NON_BLOCKING), subscribe, 3, data);
            launch(program, stream(program, NON_BLOCKING), publish, 1, data);

            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
            program.ok(DriverFunction.CU_MEM_FREE, data);

            assertThat(program.finish().report()).contains("0 findings").contains("subscribe");
        }
    }
}
