package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// `ldmatrix`, `stmatrix` and `movmatrix` on matrices of 8 by 8 halfwords, against PTX ISA
/// §9.7.15.5.15 to §9.7.15.5.17: halfword `c` of row `r` of matrix `i` is the number `64 i + 8 r +
/// c`, and the rows are in memory in another order, 16 bytes each.
final class SharedMatrixTest {

    private static final int LANES = 32;

    /// Lane l has the address of row l mod 8 of matrix l / 8, which is in place 5 l mod 32; it
    /// fills the row.
    private static final String FILL =
            """
            .reg .b32 %m<4>; .reg .b32 %x<4>; .reg .b64 %y<4>; .reg .pred %done;
            mov.u32 %r1, %laneid;
            mul.lo.u32 %r2, %r1, 5;
            and.b32 %r2, %r2, 31;
            shl.b32 %r2, %r2, 4;
            mov.u32 %r3, s;
            add.u32 %x0, %r3, %r2;
            cvt.u64.u32 %y0, %x0;
            cvta.shared.u64 %y1, %y0;
            shl.b32 %r4, %r1, 3;
            mov.u32 %r5, 0;
            fill:
            add.u32 %r6, %r4, %r5;
            cvt.u16.u32 %h1, %r6;
            shl.b32 %r7, %r5, 1;
            add.u32 %r7, %r7, %x0;
            st.shared.u16 [%r7], %h1;
            add.u32 %r5, %r5, 1;
            setp.lt.u32 %done, %r5, 8;
            @%done bra fill;
            bar.sync 0;
            ld.param.u64 %rd1, [out];
            mul.wide.u32 %rd2, %r1, 16;
            add.u64 %rd1, %rd1, %rd2;
            """;

    private static int[] run(String lines) {
        var kernel =
                TestDevice.kernel(".shared .align 16 .b8 s[512];", FILL + lines)
                        .replace(".version 7.0\n.target sm_75", ".version 8.0\n.target sm_90");
        var device = TestDevice.of("l.ptx", kernel);
        var out = device.allocate("out", 16L * LANES);
        device.launch(device.kernel(), LaunchShape.of(1, LANES), out);
        return device.ints(out);
    }

    private static int pair(int low, int high) {
        return low | high << 16;
    }

    @ParameterizedTest
    @CsvSource({
        "shared, %x0",
        "shared::cta, %x0",
        "shared, %y0",
        "'', %y1",
    })
    void rowsOfFourMatricesAreLoadedTwoElementsALane(String space, String address) {
        var dot = space.isEmpty() ? "" : "." + space;
        int[] out =
                run(
                        """
                        ldmatrix.sync.aligned.m8n8.x4%s.b16 {%%m0, %%m1, %%m2, %%m3}, [%s];
                        st.global.v4.u32 [%%rd1], {%%m0, %%m1, %%m2, %%m3};
                        """
                                .formatted(dot, address));

        for (int lane = 0; lane < LANES; lane++) {
            for (int matrix = 0; matrix < 4; matrix++) {
                int first = 64 * matrix + 8 * (lane / 4) + 2 * (lane % 4);
                assertThat(out[4 * lane + matrix])
                        .as("matrix %d of lane %d", matrix, lane)
                        .isEqualTo(pair(first, first + 1));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"x1, {%m0}, 1", "x1, %m0, 1", "'x2', '{%m0, %m1}', 2"})
    void transposedMatricesAreLoadedByColumns(String count, String registers, int matrices) {
        int[] out =
                run(
                        """
                        mov.b32 %%m1, 0;
                        ldmatrix.sync.aligned.m8n8.%s.trans.shared.b16 %s, [%%x0];
                        st.global.v2.u32 [%%rd1], {%%m0, %%m1};
                        """
                                .formatted(count, registers));

        for (int lane = 0; lane < LANES; lane++) {
            for (int matrix = 0; matrix < matrices; matrix++) {
                int first = 64 * matrix + 8 * (2 * (lane % 4)) + lane / 4;
                assertThat(out[4 * lane + matrix]).isEqualTo(pair(first, first + 8));
            }
        }
    }

    /// The address register is among the results.
    @Test
    void aResultMayReplaceTheAddress() {
        int[] out =
                run(
                        """
                        ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%x0, %m1}, [%x0];
                        st.global.v2.u32 [%rd1], {%x0, %m1};
                        """);

        assertThat(out[4 * 31]).isEqualTo(pair(62, 63));
        assertThat(out[4 * 31 + 1]).isEqualTo(pair(126, 127));
    }

    /// What is loaded and stored with `.trans` once is transposed in memory.
    @ParameterizedTest
    @CsvSource({"'', ''", ".trans, .trans", "'', .trans", ".trans, ''"})
    void storedMatricesAreWhatWasLoaded(String loaded, String stored) {
        int[] out =
                run(
                        """
                        ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 {%%m0, %%m1, %%m2, %%m3}, [%%x0];
                        stmatrix.sync.aligned.m8n8.x4%s.shared.b16 [%%x0], {%%m0, %%m1, %%m2, %%m3};
                        bar.sync 0;
                        ld.shared.v4.u32 {%%m0, %%m1, %%m2, %%m3}, [%%x0];
                        st.global.v4.u32 [%%rd1], {%%m0, %%m1, %%m2, %%m3};
                        """
                                .formatted(loaded, stored));

        boolean same = loaded.equals(stored);
        for (int lane = 0; lane < LANES; lane++) {
            int matrix = 64 * (lane / 8);
            int row = lane % 8;
            for (int i = 0; i < 4; i++) {
                int low = same ? 8 * row + 2 * i : 8 * (2 * i) + row;
                int high = same ? low + 1 : low + 8;
                assertThat(out[4 * lane + i]).isEqualTo(pair(matrix + low, matrix + high));
            }
        }
    }

    @Test
    void aMatrixInRegistersIsTransposed() {
        int[] out =
                run(
                        """
                        ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%m0}, [%x0];
                        movmatrix.sync.aligned.m8n8.trans.b16 %m0, %m0;
                        st.global.u32 [%rd1], %m0;
                        """);

        for (int lane = 0; lane < LANES; lane++) {
            int first = 8 * (2 * (lane % 4)) + lane / 4;
            assertThat(out[4 * lane]).isEqualTo(pair(first, first + 8));
        }
    }
}
