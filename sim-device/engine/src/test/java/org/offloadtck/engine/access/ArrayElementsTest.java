package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// Elements of arrays whose index is a register are those that the machine code of `ptxas` of CUDA
/// 13.0 reaches.
class ArrayElementsTest {

    private static final String ARRAYS =
            """
            .global .u32 G[8] = {10, 11, 12, 13, 14, 15, 16, 17};
            .global .u8 B[8] = {10, 11, 12, 13, 14, 15, 16, 17};
            .global .u64 D[8] = {10, 11, 12, 13, 14, 15, 16, 17};
            .global .v2 .u32 V[4] = {{10, 11}, {12, 13}, {14, 15}, {16, 17}};
            .global .u32 M[2][4] = {{10, 11, 12, 13}, {14, 15, 16, 17}};
            .const .u32 C[8] = {10, 11, 12, 13, 14, 15, 16, 17};
            .shared .u32 S[8];
            .extern .shared .u32 X[];
            .func (.param .b32 o) f(.param .align 4 .u32 A[4], .param .b32 n)
            {
            .reg .b32 i;
            ld.param.u32 i, [n];
            ld.param.u32 i, A[i+1];
            st.param.b32 [o], i;
            ret;
            }
            """;

    /// Lane `l` fills element `l` of the arrays in `.shared` and `.local`, as the others are.
    private static int[] results(int lanes, String statements) {
        var body =
                """
                .local .u32 L[8];
                .reg .u8 u8; .reg .s8 s8; .reg .u16 u16; .reg .s16 s16;
                .reg .u32 u32, r, i; .reg .s32 s32; .reg .u64 u64, q, p; .reg .s64 s64;
                mov.u32 i, 0;
                fill:
                add.u32 r, i, 10;
                st.shared.u32 S[i], r;
                st.local.u32 L[i], r;
                add.u32 i, i, 1;
                setp.lt.u32 %%p1, i, 8;
                @%%p1 bra fill;
                mov.u32 u32, %%r0;
                bar.sync 0;
                %s
                st.global.u32 [%%rd0], r;
                """
                        .formatted(statements);
        return TestDevice.of("elements.ptx", TestDevice.kernel(ARRAYS, body)).words(lanes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ld.global.u32 r, G[u32];",
                "ld.global.nc.u32 r, G[u32];",
                "ld.global.u8 r, B[u32];",
                "ld.global.u32 r, D[u32];",
                "ld.global.u32 r, V[u32];",
                "ld.global.u32 r, M[u32];",
                "ld.const.u32 r, C[u32];",
                "ld.shared.u32 r, S[u32];",
                "ld.local.u32 r, L[u32];",
                "ld.u32 r, G[u32];",
                "ld.u32 r, S[u32];",
                "ld.u32 r, L[u32];",
                "mov.u64 q, G[u32]; ld.global.u32 r, [q];",
                "mov.u32 i, S[u32]; ld.shared.u32 r, [i];",
                "mov.u64 q, S[u32]; ld.shared.u32 r, [q];",
                "cvta.shared.u64 q, S[u32]; ld.u32 r, [q];",
                "cvta.global.u64 q, G[u32]; ld.u32 r, [q];",
                "setp.ne.u32 %p1, u32, 9; mov.u32 r, 0; @%p1 ld.shared.u32 r, S[u32];",
                "mov.u32 r, u32; ld.shared.u32 r, S[r];",
            })
    void anIndexCountsElements(String statements) {
        assertThat(results(3, statements)).containsExactly(10, 11, 12);
    }

    @Test
    void anIndexOfAnArrayOfUnstatedSizeCountsBytes() {
        assertThat(results(3, "mov.u32 i, X[u32+4]; mov.u32 r, X; sub.u32 r, i, r;"))
                .containsExactly(4, 5, 6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    u32 | 0          | +3
                    u32 | 4          | +-1
                    u32 | 4          | +4294967295
                    u32 | 0x40000003 | +0
                    u32 | -1         | +4
                    s32 | -1         | +4
                    u64 | 0x500000001| +2
                    s64 | -2         | +5
                    u16 | 1          | +65538
                    s16 | -1         | +4
                    s16 | 6          | +65533
                    u8  | 1          | +258
                    s8  | -1         | +4
                    s8  | 6          | +253
                    """)
    void theProductOfIndexAndSizeHas32Bits(String type, String index, String offset) {
        String set =
                type.endsWith("8") ? "mov.u32 i, %s; cvt.%s.u32 %s, i;" : "mov.%2$s %2$s, %1$s;";
        String statements =
                set.formatted(index, type, type)
                        + " ld.global.u32 r, G[%s%s];".formatted(type, offset);

        assertThat(results(1, statements)).containsExactly(13);
    }

    @ParameterizedTest
    @CsvSource({"s32, -1, 0, 0x3fffffff", "s16, -2, 1, 0x3fffffff", "u16, 4, -1, 65539"})
    void anIndexBelowZeroIsNotSignExtended(
            String type, String index, String offset, String distance) {
        String statements =
                """
                mov.%1$s %1$s, %2$s;
                mov.u64 q, G[%1$s+%3$s];
                mov.u64 p, G;
                sub.u64 q, q, p;
                shr.u64 q, q, 2;
                cvt.u32.u64 r, q;
                """
                        .formatted(type, index, offset);

        assertThat(results(1, statements)).containsExactly(Integer.decode(distance));
    }

    @Test
    void aParameterOfAFunctionHasElements() {
        String statements =
                """
                {
                .param .align 4 .u32 A[4]; .param .b32 n; .param .b32 o;
                st.param.u32 [A], 9; st.param.u32 A[1], 10;
                st.param.u32 [A+8], 11; st.param.u32 [A+12], 12;
                st.param.b32 [n], u32;
                call (o), f, (A, n);
                ld.param.b32 r, [o];
                }
                """;

        assertThat(results(3, statements)).containsExactly(10, 11, 12);
    }

    @Test
    void aParameterOfAKernelHasElements() {
        var text =
                TestDevice.kernel("", "ld.param.u32 %r1, P[%r0]; st.global.u32 [%rd0], %r1;")
                        .replace("out)", "out, .param .u32 P[2])");
        var machine = TestDevice.of("elements.ptx", text);
        var out = machine.allocate("out", 8);

        machine.launch(machine.kernel(), LaunchShape.of(1, 2), out, 10 | 11L << Integer.SIZE);

        assertThat(machine.ints(out)).containsExactly(10, 11);
    }
}
