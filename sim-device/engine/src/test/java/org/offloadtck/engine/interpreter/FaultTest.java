package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// A fault states kind, kernel, CTA, thread and place in the PTX.
class FaultTest {

    private static KernelFaultException fault(String before, String body, int threads) {
        var machine = TestDevice.of("test.ptx", TestDevice.kernel(before, body));
        return catchThrowableOfType(KernelFaultException.class, () -> machine.words(threads));
    }

    private static KernelFaultException fault(String body) {
        return fault("", body, 32);
    }

    @Test
    void namesTheAllocationAnAccessMisses() {
        var fault = fault("st.global.u32 [%rd0+4], %r0;");

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault.thread().thread()).isEqualTo(new Extent3D(31, 0, 0));
        assertThat(fault)
                .hasMessage(
                        "test.ptx:16:1: k CTA (0, 0, 0) thread (31, 0, 0): store of 4 bytes at"
                                + " 0x200000000080 is 0 bytes past the end of 'out' (128 bytes at"
                                + " 0x200000000000)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OUT_OF_BOUNDS | ld.global.u32 %r1, [%rd0+1024];",
                "OUT_OF_BOUNDS | mov.u64 %rd1, 0x123456788; ld.u32 %r1, [%rd1];",
                "OUT_OF_BOUNDS | ld.shared.u32 %r1, [4096];",
                "OUT_OF_BOUNDS | ld.local.u32 %r1, [1000000];",
                "MISALIGNED | ld.global.u32 %r1, [%rd0+2];",
                "MISALIGNED | ld.global.v2.u32 {%r1, %r2}, [%rd0+4];",
                "NULL_POINTER | mov.u64 %rd1, 8; ld.u64 %rd2, [%rd1];",
                "TRAP | trap;",
                "UNSUPPORTED | frobnicate.u32 %r1, %r2;",
                "UNSUPPORTED | tex.2dms.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1,%r1,%r1,%r1}];",
                "INVALID_BARRIER | bar.sync 16;",
                "INVALID_BARRIER | bar.sync 1, 33;",
                "INVALID_BARRIER | bar.warp.sync 0xffff0000;",
                "MISALIGNED | mov.u64 %rd1, 0x123456789; ld.u32 %r1, [%rd1];",
                "MISALIGNED | ld.global.u32 %r1, [%rd0+1026];",
                "MISALIGNED | ld.shared.u32 %r1, [4097];",
                "MISALIGNED | mov.u64 %rd1, 5; call %rd1, (), nothing;",
                "UNMAPPED_CALL | mov.u64 %rd1, 16; call %rd1, (), nothing;",
                "ADDRESS_SPACE | mov.u64 %rd1, 0x100000000; st.global.u32 [%rd1], %r1;",
                "ADDRESS_SPACE | mov.u64 %rd1, 0x200000000; ld.global.u32 %r1, [%rd1];",
                "INVALID_CALL | mov.u64 %rd1, 0x561e00bab6a8; call %rd1, (), nothing;",
                "UNMAPPED_CALL | mov.u64 %rd1, 0x561e00bab6a0; call %rd1, (), nothing;",
            })
    void isOfItsKind(FaultKind kind, String body) {
        String prototype = body.contains("nothing") ? "nothing: .callprototype _ ();\n" : "";

        assertThat(fault(prototype + body).kind()).isEqualTo(kind);
    }

    @Test
    void namesAnInstructionThatIsUnknown() {
        assertThat(fault("frobnicate.u32 %r1, %r2;"))
                .hasMessageEndingWith("instruction 'frobnicate.u32': is unknown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cp.async.bulk.tensor.commit_group;",
                "multimem.red.relaxed.sys.global.add.u32 [%rd0], %r1;",
                "fma.rn.oob.f16 %r1, %r1, %r1, %r1;",
            })
    void namesAnInstructionOfPtxThatIsNotSimulated(String instruction) {
        assertThat(fault(instruction)).hasMessageEndingWith("': is not simulated");
    }

    @Test
    void tellsAFreeOfWhatIsNotAllocated() {
        var fault =
                fault(
                        ".extern .func free(.param .b64 p);",
                        ".param .b64 p; st.param.b64 [p], 4096; call.uni free, (p);",
                        1);

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_FREE);
    }

    @Test
    void endsARecursionThatDoesNot() {
        String recursion = ".visible .func f() { call.uni f, (); ret; }";

        assertThat(fault(recursion, "call.uni f, ();", 32).kind())
                .isEqualTo(FaultKind.STACK_OVERFLOW);
    }

    @Test
    void namesAFunctionOfAnImageThatIsUnloaded() {
        var device =
                TestDevice.of(
                        "main.ptx",
                        TestDevice.kernel(
                                "",
                                "nothing: .callprototype _ ();\n"
                                        + "ld.global.u64 %rd1, [%rd0]; call %rd1, (), nothing;"));
        var library =
                device.load(
                        "lib.ptx",
                        """
                        .version 7.0
                        .target sm_75
                        .address_size 64
                        .visible .func theirs() { ret; }
                        """);
        long theirs = library.functionAddress("theirs").orElseThrow();
        var out = device.allocate("out", 8);
        device.at(out).putLong(0, theirs);
        device.unload(library);

        assertThatThrownBy(() -> device.launch(device.kernel(), LaunchShape.of(1, 1), out))
                .hasMessageContaining(
                        ("call of 0x%x, which is function 'theirs' of lib.ptx when it should be one"
                                        + " of an image that the context of main.ptx has loaded")
                                .formatted(theirs));
    }

    @Test
    void namesACallOfAFunctionWithAnotherPrototype() {
        var fault =
                fault(
                        ".func f() { ret; }",
                        """
                        .param .b32 a;
                        p: .callprototype _ (.param .b32 _);
                        st.param.b32 [a], 1;
                        mov.u64 %rd1, f;
                        call %rd1, (a), p;
                        """,
                        1);

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_CALL);
        assertThat(fault)
                .hasMessageEndingWith(
                        "call of 'f' with 1 arguments for 0 results when it should have 0 for 0");
    }

    /// Parameters of a kernel are in no frame, so that an argument has no place there.
    @ParameterizedTest
    @ValueSource(strings = {"call other, (a);", "mov.u64 %rd1, other; call %rd1, (a), p;"})
    void aKernelIsNotCalled(String call) {
        String caller =
                """
                .param .b64 a;
                p: .callprototype _ (.param .b64 _);
                st.param.b64 [a], %rd0;
                """;
        String other = ".visible .entry other(.param .u64 b) { ret; }";
        var machine =
                TestDevice.of(
                        "test.ptx",
                        TestDevice.kernel(".visible .entry other(.param .u64 b);", caller + call)
                                + other);

        assertThatThrownBy(() -> machine.words(32))
                .hasMessageEndingWith(
                        "call of 'other', which is a kernel when it should be a device function (.func)");
    }

    @Test
    void tellsADeadlockWithTheThreadsAndWhereTheyWait() {
        var fault =
                fault(
                        "",
                        """
                        setp.lt.u32 %p1, %r0, 40;
                        @%p1 bra low;
                        bar.sync 1;
                        low:
                        bar.sync 2;
                        """,
                        64);

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault)
                .hasMessageContaining("threads 0-39 wait at 20:1 for barrier 2")
                .hasMessageContaining("threads 40-63 wait at 18:1 for barrier 1");
    }

    @Test
    void tellsADeadlockOfAWarp() {
        var fault =
                fault(
                        """
                        setp.eq.u32 %p1, %r0, 0;
                        @%p1 bra one;
                        bar.warp.sync 0xfffffffe;
                        bar.sync 0;
                        one:
                        bar.warp.sync 0xffffffff;
                        """);

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault).hasMessageContaining("threads 0 wait at 21:1 for lanes 0xfffffffe");
    }

    @Test
    void reportsAnAssertionWithFileAndLine() {
        String declarations =
                """
                .extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l,
                    .param .b64 n, .param .b64 s);
                .global .b8 text[4] = {120, 62, 48};
                .global .b8 file[4] = {97, 46, 99};
                .global .b8 name[5] = {109, 97, 105, 110};
                """;
        String body =
                """
                .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s;
                mov.u64 %rd1, text;
                st.param.b64 [m], %rd1;
                mov.u64 %rd1, file;
                st.param.b64 [f], %rd1;
                st.param.b32 [l], 7;
                mov.u64 %rd1, name;
                st.param.b64 [n], %rd1;
                call.uni __assertfail, (m, f, l, n, s);
                """;

        assertThat(fault(declarations, body, 1))
                .hasMessageEndingWith(
                        "a.c:7: main: block: [0,0,0], thread: [0,0,0] Assertion `x>0` failed.");
    }
}
