package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.offloadtck.engine.interpreter.TensorMemoryKernel.COLUMNS;
import static org.offloadtck.engine.interpreter.TensorMemoryKernel.LANES;
import static org.offloadtck.engine.interpreter.TensorMemoryKernel.SHARED;
import static org.offloadtck.engine.interpreter.TensorMemoryKernel.vector;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// Allocations of tensor memory, and moves to and from registers and shared memory.
final class TensorMemoryTest {

    private static final String HEAD =
            """
            .version 8.6
            .target sm_100a
            .address_size 64
            .shared .align 4 .b32 at;
            .visible .entry k(.param .u64 out)
            {
            .reg .pred %p<10>;
            .reg .b32 %r<20>;
            .reg .b64 %rd<10>;
            mov.u32 %r0, %tid.x;
            shr.u32 %r1, %r0, 5;
            ld.param.u64 %rd0, [out];
            mul.wide.u32 %rd1, %r0, 4;
            add.u64 %rd0, %rd0, %rd1;
            """;

    private static final String ALLOCATION =
            "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [at], ";

    private static final String RELEASE = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 ";

    private static TestDevice device(String body) {
        return TestDevice.of("tcgen05.ptx", HEAD + body + "\nret;\n}\n");
    }

    private static KernelFaultException fault(String body, int threads) {
        var machine = device(body);
        var out = machine.allocate("out", 4096);
        return catchThrowableOfType(
                KernelFaultException.class,
                () -> machine.launch(machine.kernel(), LaunchShape.of(1, threads), out));
    }

    private static void assertFault(String body, int threads, String message) {
        var fault = fault(body, threads);

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_TENSOR_OPERATION);
        assertThat(fault).hasMessageContaining(message);
    }

    @Test
    void columnsAreTheLowestThatAreFree() {
        String body =
                ALLOCATION
                        + "64; ld.shared.u32 %r2, [at];\n"
                        + ALLOCATION
                        + "128; ld.shared.u32 %r3, [at];\n"
                        + RELEASE
                        + "%r2, 64;\n"
                        + ALLOCATION
                        + "32; ld.shared.u32 %r4, [at];\n"
                        + ALLOCATION
                        + "256; ld.shared.u32 %r5, [at];\n"
                        + "st.global.u32 [%rd0], %r3; st.global.u32 [%rd0+128], %r4;\n"
                        + "st.global.u32 [%rd0+256], %r5;\n"
                        + RELEASE
                        + "%r3, 128;\n"
                        + RELEASE
                        + "%r4, 32;\n"
                        + RELEASE
                        + "%r5, 256;\n";
        var machine = device(body);
        var out = machine.allocate("out", 4096);

        machine.launch(machine.kernel(), LaunchShape.of(1, 32), out);

        var bytes = machine.at(out);
        assertThat(new int[] {bytes.getInt(0), bytes.getInt(128), bytes.getInt(256)})
                .containsExactly(64, 0, 192);
    }

    @Test
    void anAllocationWaitsForFreeColumns() {
        String body =
                """
                setp.ne.u32 %%p1, %%r1, 0;
                @%%p1 bra B;
                %s512;
                ld.shared.u32 %%r2, [at];
                bar.sync 0;
                mov.u32 %%r3, 0;
                L: add.u32 %%r3, %%r3, 1; nanosleep.u32 20; setp.lt.u32 %%p2, %%r3, 50; @%%p2 bra L;
                %s%%r2, 512;
                bra E;
                B: bar.sync 0;
                %s32;
                ld.shared.u32 %%r2, [at];
                st.global.u32 [%%rd0], 5;
                %s%%r2, 32;
                E:
                """
                        .formatted(ALLOCATION, RELEASE, ALLOCATION, RELEASE);
        var machine = device(body.replace("[%rd0], 5", "[%rd0], %r1"));
        var out = machine.allocate("out", 4096);

        machine.launch(machine.kernel(), LaunchShape.of(1, 64), out);

        assertThat(machine.at(out).getInt(4 * 32)).isEqualTo(1);
    }

    @Test
    void anAllocationThatNothingMakesRoomForIsADeadlock() {
        var fault = fault(ALLOCATION + "512;\n" + ALLOCATION + "32;", 32);

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault)
                .hasMessageContaining("for tensor memory, of which columns 0 to 511 are allocated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "16", "48", "1024"})
    void columnsAreAPowerOfTwo(String columns) {
        assertFault(
                ALLOCATION + columns + ";",
                32,
                "allocation of %s columns of tensor memory when it should be of a power of two from 32 to 512"
                        .formatted(columns));
    }

    @Test
    void misuseOfAllocationsIsAFault() {
        assertFault(
                ALLOCATION + "64;",
                32,
                "CTA ends with allocated columns 0 to 63 of tensor memory when tcgen05.dealloc should have released them");
        assertFault(
                ALLOCATION + "64; ld.shared.u32 %r2, [at];\n" + RELEASE + "%r2, 32;",
                32,
                "release of 32 columns of tensor memory at 0x0 when the allocations are columns 0 to 63");
        assertFault(
                "mov.u32 %r2, 0;\n" + RELEASE + "%r2, 32;",
                32,
                "release of 32 columns of tensor memory at 0x0 when none are allocated");
        assertFault(
                "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n" + ALLOCATION + "32;",
                32,
                "allocation of tensor memory after tcgen05.relinquish_alloc_permit");
        assertFault(
                "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [at], 32;",
                32,
                "pair of CTAs in a cluster of 1 when its size should be even");
    }

    @Test
    void aWarpAccessesItsQuarterOfTheLanesAndAllocatedColumns() {
        String load = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r3}, [%r2];";
        String allocation =
                "setp.ne.u32 %p1, %r1, 0; @%p1 bra W;\n" + ALLOCATION + "32;\nW: bar.sync 0;\n";

        assertFault(
                allocation + "mov.u32 %r2, 0; " + load,
                64,
                "thread (32, 0, 0): access of tensor memory from lane 0 on by warp 1 when its lanes are 32 to 63");
        assertFault(
                allocation + "shl.b32 %r2, %r1, 21; add.u32 %r2, %r2, 32; " + load,
                64,
                "access of columns 32 to 32 of tensor memory when columns 0 to 31 are allocated");
        assertFault(
                allocation + "mov.u32 %r2, %r0; " + load,
                32,
                "operand of an instruction on tensor memory is 0x1 when it should be 0x0 as in lane 0");
        assertThat(fault(allocation + "setp.eq.u32 %p2, %r0, 3; @%p2 bra E; " + load + "\nE:", 32))
                .hasMessageContaining("instruction on tensor memory in 31 lanes");
        assertThat(fault(ALLOCATION + "32;", 16))
                .hasMessageContaining(
                        "instruction on tensor memory in 16 lanes when it should be all 32 of the warp");
    }

    private final Random random = new Random(3);
    private final byte[][] shared = new byte[1][SHARED];
    private final int[][] cells = new int[1][LANES * COLUMNS];

    private void randomize() {
        random.nextBytes(shared[0]);
        for (int i = 0; i < cells[0].length; i++) {
            cells[0][i] = random.nextInt();
        }
    }

    /// The lane and column of a register as the figures of PTX ISA 9.0 §9.7.16.2.3.1 have them.
    private static int[] cell(String shape, int lane, int register, int split) {
        return switch (shape) {
            case "32x32b" -> new int[] {lane, register};
            case "16x64b" -> new int[] {lane / 4 + lane % 2 * 8, lane % 4 / 2 + 2 * register};
            case "16x128b" ->
                    new int[] {lane / 4 + register % 2 * 8, lane % 4 + 4 * (register / 2)};
            case "16x256b" ->
                    new int[] {
                        lane / 4 + register / 2 % 2 * 8,
                        lane % 4 * 2 + register % 2 + 8 * (register / 4)
                    };
            default -> new int[] {lane % 16, register + lane / 16 * split};
        };
    }

    @ParameterizedTest
    @CsvSource({
        "32x32b, 1, 1, 0, 0", "32x32b, 32, 32, 0, 1", "32x32b, 128, 128, 0, 0",
        "16x64b, 1, 1, 16, 0", "16x64b, 8, 8, 0, 1", "16x64b, 64, 64, 16, 1",
        "16x128b, 1, 2, 0, 0", "16x128b, 16, 32, 16, 1", "16x128b, 64, 128, 0, 0",
        "16x256b, 1, 4, 0, 1", "16x256b, 8, 32, 16, 0", "16x256b, 32, 128, 0, 0",
        "16x32bx2, 1, 1, 0, 0", "16x32bx2, 16, 16, 16, 1", "16x32bx2, 32, 32, 0, 0"
    })
    void registersHaveTheCellsOfTheFigures(
            String shape, int repetitions, int registers, int lane, int packs) {
        randomize();
        boolean isSplit = shape.equals("16x32bx2");
        int split = isSplit ? 200 : 0;
        String words = vector("y", registers);
        String name = ".sync.aligned.%s.x%d%s.b32 ";
        String load =
                "tcgen05.ld"
                        + name.formatted(shape, repetitions, packs > 0 ? ".pack::16b" : "")
                        + words
                        + ", [%r12+3]"
                        + (isSplit ? ", 200" : "");
        String store =
                "tcgen05.st"
                        + name.formatted(shape, repetitions, packs > 0 ? ".unpack::16b" : "")
                        + "[%r12+256], "
                        + (isSplit ? "200, " : "")
                        + words;
        String body =
                "add.u32 %r12, %r11, "
                        + (lane << 16)
                        + ";\n"
                        + load
                        + ";\n"
                        + "tcgen05.wait::ld.sync.aligned;\n"
                        + store
                        + ";\n"
                        + "tcgen05.wait::st.sync.aligned;\n"
                        + TensorMemoryKernel.issued(1, "");
        int[] expected = cells[0].clone();
        for (int thread = 0; thread < 128; thread++) {
            for (int i = 0; i < registers; i++) {
                int[] at = cell(shape, thread % 32, i, 0);
                int row = thread / 32 * 32 + lane + at[0];
                int second = isSplit && thread % 32 >= 16 ? split : 0;
                for (int half = 0; half <= packs; half++) {
                    int column = at[1] * (1 + packs) + half + second;
                    int value = cells[0][row * COLUMNS + 3 + column];
                    expected[row * COLUMNS + 256 + column] = packs > 0 ? value & 0xffff : value;
                }
            }
        }
        TensorMemoryKernel.launch(TensorMemoryKernel.module(1, body), shared, cells);

        assertThat(cells[0]).isEqualTo(expected);
    }

    private int sharedWord(int at) {
        return (shared[0][at] & 0xff)
                | (shared[0][at + 1] & 0xff) << 8
                | (shared[0][at + 2] & 0xff) << 16
                | (shared[0][at + 3] & 0xff) << 24;
    }

    @ParameterizedTest
    @CsvSource({
        "128x256b, 128, 8, ''",
        "128x128b, 128, 4, ''",
        "4x256b, 4, 8, ''",
        "64x128b.warpx2::02_13, 64, 4, 0101",
        "64x128b.warpx2::01_23, 64, 4, 0011",
        "32x128b.warpx4, 32, 4, 0000"
    })
    void rowsAreCopiedFromSharedMemory(String shape, int rows, int columns, String quarters) {
        randomize();
        // no swizzle: 8 rows of 16 bytes, the next 16 bytes of a row 4096 bytes further
        long descriptor = 2048 >> 4 | 4096L >> 4 << 16 | 128L >> 4 << 32 | 1L << 46;
        String body =
                TensorMemoryKernel.issued(
                        1,
                        "mov.b64 %%rd10, %d; tcgen05.cp.cta_group::1.%s [%%r10+9], %%rd10;"
                                .formatted(descriptor, shape));
        int[] expected = cells[0].clone();
        for (int lane = 0; lane < LANES; lane++) {
            int row =
                    quarters.isEmpty() ? lane : (quarters.charAt(lane / 32) - '0') * 32 + lane % 32;
            for (int column = 0; column < columns && row < rows; column++) {
                int at = 2048 + row * 16 + column / 4 * 4096 + column % 4 * 4;
                expected[lane * COLUMNS + 9 + column] = sharedWord(at);
            }
        }

        TensorMemoryKernel.launch(TensorMemoryKernel.module(1, body), shared, cells);

        assertThat(cells[0]).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"b6x16_p32, 6, 0", "b4x16_p64, 4, 2"})
    void paddedElementsBecomeBytes(String format, int bits, int shift) {
        randomize();
        long descriptor = 4096L >> 4 << 16 | 128L >> 4 << 32 | 1L << 46;
        String body =
                TensorMemoryKernel.issued(
                        1,
                        "mov.b64 %%rd10, %d; tcgen05.cp.cta_group::1.128x128b.b8x16.%s [%%r10], %%rd10;"
                                .formatted(descriptor, format));
        int[] expected = cells[0].clone();
        for (int lane = 0; lane < LANES; lane++) {
            for (int column = 0; column < 4; column++) {
                int cell = 0;
                for (int i = 0; i < 4; i++) {
                    int element = 0;
                    for (int bit = 0; bit < bits; bit++) {
                        int at = (column * 4 + i) * bits + bit;
                        element |= (shared[0][lane * 16 + at / 8] >> at % 8 & 1) << bit;
                    }
                    cell |= element << (shift + 8 * i);
                }
                expected[lane * COLUMNS + column] = cell;
            }
        }

        TensorMemoryKernel.launch(TensorMemoryKernel.module(1, body), shared, cells);

        assertThat(cells[0]).isEqualTo(expected);
    }

    @Test
    void aShiftMovesTheRowsOfAQuarter() {
        randomize();
        String body =
                TensorMemoryKernel.issued(
                        1, "add.u32 %r12, %r10, 0x200010; tcgen05.shift.cta_group::1.down [%r12];");
        int[] expected = cells[0].clone();
        for (int lane = 33; lane < 64; lane++) {
            System.arraycopy(cells[0], (lane - 1) * COLUMNS + 16, expected, lane * COLUMNS + 16, 8);
        }

        TensorMemoryKernel.launch(TensorMemoryKernel.module(1, body), shared, cells);

        assertThat(cells[0]).isEqualTo(expected);
    }
}
