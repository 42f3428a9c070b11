package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

class CallTest {

    private static final String FIBONACCI =
            """
            .visible .func (.param .b32 r) fib(.param .b32 n)
            {
                .reg .pred %p;
                .reg .b32 %n, %a, %b;
                ld.param.b32 %n, [n];
                setp.lt.s32 %p, %n, 2;
                mov.u32 %a, %n;
                @%p bra done;
                {
                    .param .b32 arg; .param .b32 ret;
                    sub.s32 %b, %n, 1;
                    st.param.b32 [arg], %b;
                    call (ret), fib, (arg);
                    ld.param.b32 %a, [ret];
                }
                {
                    .param .b32 arg; .param .b32 ret;
                    sub.s32 %b, %n, 2;
                    st.param.b32 [arg], %b;
                    call (ret), fib, (arg);
                    ld.param.b32 %b, [ret];
                }
                add.s32 %a, %a, %b;
            done:
                st.param.b32 [r], %a;
                ret;
            }
            """;

    @Test
    void recursionsOfDifferentDepthRunInOneWarp() {
        var machine =
                TestDevice.of(
                        "fib.ptx",
                        TestDevice.kernel(
                                FIBONACCI,
                                """
                                .param .b32 arg; .param .b32 ret;
                                and.b32 %r1, %r0, 15;
                                st.param.b32 [arg], %r1;
                                call (ret), fib, (arg);
                                ld.param.b32 %r2, [ret];
                                st.global.u32 [%rd0], %r2;
                                """));
        int[] fibonacci = new int[16];
        fibonacci[1] = 1;
        for (int i = 2; i < 16; i++) {
            fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
        }

        assertThat(machine.words(32))
                .isEqualTo(IntStream.range(0, 32).map(i -> fibonacci[i & 15]).toArray());
    }

    @Test
    void anAliasIsAnotherNameOfItsFunction() {
        var machine =
                TestDevice.of(
                        "alias.ptx",
                        TestDevice.kernel(
                                """
                                .visible .func (.param .b32 r) next(.param .b32 n);
                                .visible .func (.param .b32 r) successor(.param .b32 n)
                                {
                                    .reg .b32 %n; ld.param.b32 %n, [n]; add.s32 %n, %n, 1;
                                    st.param.b32 [r], %n; ret;
                                }
                                .alias next, successor;
                                """,
                                """
                                .reg .pred %same;
                                .param .b32 arg; .param .b32 ret;
                                st.param.b32 [arg], %r0;
                                call (ret), next, (arg);
                                ld.param.b32 %r2, [ret];
                                mov.u64 %rd1, next;
                                mov.u64 %rd2, successor;
                                setp.eq.u64 %same, %rd1, %rd2;
                                @!%same mov.u32 %r2, 0;
                                st.global.u32 [%rd0], %r2;
                                """));

        assertThat(machine.words(32)).isEqualTo(IntStream.rangeClosed(1, 32).toArray());
    }

    @Test
    void lanesCallThroughATableEachItsOwnFunction() {
        String functions =
                """
                .func (.param .b32 r) double(.param .b32 n)
                {
                    .reg .b32 %n; ld.param.b32 %n, [n]; shl.b32 %n, %n, 1;
                    st.param.b32 [r], %n; ret;
                }
                .func (.param .b32 r) negate(.param .b32 n)
                {
                    .reg .b32 %n; ld.param.b32 %n, [n]; neg.s32 %n, %n;
                    st.param.b32 [r], %n; ret;
                }
                .global .u64 table[2] = {double, negate};
                """;
        var machine =
                TestDevice.of(
                        "table.ptx",
                        TestDevice.kernel(
                                functions,
                                """
                                .param .b32 arg; .param .b32 ret;
                                shape: .callprototype (.param .b32 _) _ (.param .b32 _);
                                and.b32 %r1, %r0, 1;
                                mov.u64 %rd1, table;
                                mad.wide.u32 %rd1, %r1, 8, %rd1;
                                ld.global.u64 %rd2, [%rd1];
                                st.param.b32 [arg], %r0;
                                call (ret), %rd2, (arg), shape;
                                ld.param.b32 %r2, [ret];
                                st.global.u32 [%rd0], %r2;
                                """));

        assertThat(machine.words(32))
                .isEqualTo(IntStream.range(0, 32).map(i -> i % 2 == 0 ? 2 * i : -i).toArray());
    }

    @Test
    void printsInTheOrderOfTheLanes() {
        var machine =
                TestDevice.of(
                        "print.ptx",
                        TestDevice.kernel(
                                """
                                .extern .func (.param .b32 n) vprintf(.param .b64 f, .param .b64 a);
                                .global .b8 format[11] = {37,100,32,37,46,50,102,59,37,99};
                                """,
                                """
                                .local .align 8 .b8 buffer[24];
                                .param .b64 f; .param .b64 a; .param .b32 n;
                                mov.u64 %rd1, buffer;
                                st.local.u32 [%rd1], %r0;
                                st.local.f64 [%rd1+8], 0d3FF4000000000000;
                                st.local.u32 [%rd1+16], 10;
                                cvta.local.u64 %rd1, %rd1;
                                mov.u64 %rd2, format;
                                st.param.b64 [f], %rd2;
                                st.param.b64 [a], %rd1;
                                call (n), vprintf, (f, a);
                                """));
        var out = machine.allocate("out", 8);

        var result = machine.launch(machine.kernel(), LaunchShape.of(1, 2), out);

        assertThat(result.output()).isEqualTo("0 1.25;\n1 1.25;\n");
    }

    @Test
    void parametersAndResultsMayBeInRegisters() {
        var machine =
                TestDevice.of(
                        "registers.ptx",
                        TestDevice.kernel(
                                """
                                .func (.reg .b32 r) sum(.reg .b32 n, .reg .b32 step)
                                {
                                    .reg .pred %done;
                                    mov.b32 r, 0;
                                again:
                                    setp.le.s32 %done, n, 0;
                                    @%done ret;
                                    add.s32 r, r, n;
                                    sub.s32 n, n, step;
                                    bra again;
                                }
                                .func (.reg .b32 r) twice(.param .b32 n)
                                {
                                    ld.param.b32 r, [n];
                                    add.s32 r, r, r;
                                }
                                """,
                                """
                                setp.lt.u32 %p1, %r0, 16;
                                mov.b32 %r2, 7;
                                @%p1 call (%r2), sum, (%r0, 2);
                                call (%r3), twice, (%r2);
                                call (_), twice, (1);
                                st.global.u32 [%rd0], %r3;
                                """));

        assertThat(machine.words(32))
                .containsExactly(IntStream.range(0, 32).map(CallTest::twiceTheSum).toArray());
    }

    private static int twiceTheSum(int thread) {
        int sum = 0;
        for (int n = thread; n > 0; n -= 2) {
            sum += n;
        }
        return 2 * (thread < 16 ? sum : 7);
    }

    @Test
    void aLoopOfAFunctionWithParametersInRegistersKeepsWhatItCarries() {
        String function =
                """
                .func (.reg .b32 %sum) times(.reg .b32 %count, .reg .b32 %step)
                {
                .reg .pred %q; .reg .b32 %x<4>;
                mov.u32 %x1, 7;
                mov.u32 %sum, 0;
                again: add.u32 %sum, %sum, %x1;
                mul.lo.u32 %x2, %sum, %step;
                add.u32 %x3, %x2, 1;
                setp.lt.u32 %q, %x3, %count;
                @%q bra again;
                ret;
                }
                """;
        String body = "call (%r1), times, (50, 2); st.global.u32 [%rd0], %r1;";
        var machine = TestDevice.of("call.ptx", TestDevice.kernel(function, body));

        assertThat(machine.words(1)).containsExactly(28);
    }

    /// Compilers put elements of a vector into place with `or` on the address of its first.
    @Test
    void whatAFunctionKeepsInLocalMemoryIsAlignedHoweverDeepItIsCalled() {
        String function =
                """
                .func (.param .b64 r) where(.param .b32 n)
                {
                    .local .align 128 .b8 depot[136];
                    .reg .pred %p; .reg .b32 %n; .reg .b64 %a, %b;
                    cvta.local.u64 %a, depot;
                    ld.param.b32 %n, [n];
                    setp.eq.s32 %p, %n, 0;
                    @%p bra done;
                    {
                        .param .b32 arg; .param .b64 ret;
                        sub.s32 %n, %n, 1;
                        st.param.b32 [arg], %n;
                        call (ret), where, (arg);
                        ld.param.b64 %b, [ret];
                        or.b64 %a, %a, %b;
                    }
                    done: st.param.b64 [r], %a;
                    ret;
                }
                """;
        var machine =
                TestDevice.of(
                        "where.ptx",
                        TestDevice.kernel(
                                function,
                                """
                                .local .align 8 .b8 own[24];
                                .param .b32 arg; .param .b64 ret;
                                st.param.b32 [arg], %r0;
                                call (ret), where, (arg);
                                ld.param.b64 %rd1, [ret];
                                cvt.u32.u64 %r1, %rd1;
                                and.b32 %r1, %r1, 127;
                                st.global.u32 [%rd0], %r1;
                                """));

        assertThat(machine.words(4)).containsOnly(0);
    }

    @Test
    void theDynamicPartOfSharedMemoryIsAlignedAsItAsks() {
        String shared = ".shared .b8 first[24]; .extern .shared .align 256 .b8 rest[];";
        var machine =
                TestDevice.of(
                        "dynamic.ptx",
                        TestDevice.kernel(shared, "mov.u32 %r1, rest; st.global.u32 [%rd0], %r1;"));

        assertThat(machine.words(1)).containsExactly(256);
    }
}
