package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// `ldmatrix` and `stmatrix` of elements of 8, 6 and 4 bits (PTX ISA 8.6 §9.7.14.5.15): rows of 16
/// bytes, of which each lane has the address of one, 48 bytes after that of the lane before.
class ByteMatrixTest {

    private static final int LANES = 32;
    private static final int PITCH = 48;

    private static TestDevice device(String body) {
        var kernel =
                TestDevice.kernel(
                        ".shared .align 16 .b8 tile[1536];",
                        """
                        mov.u32 %%r10, tile;
                        mad.lo.u32 %%r11, %%r0, 48, %%r10;
                        mad.wide.u32 %%rd1, %%r0, 44, %%rd0;
                        %s
                        """
                                .formatted(body));
        return TestDevice.of(
                "b.ptx",
                kernel.replace(".version 7.0\n.target sm_75", ".version 8.6\n.target sm_120a"));
    }

    /// The registers of each lane after a load of rows that are in the first 16 bytes of 48.
    private static int[][] load(String instruction, int registers, byte[] rows) {
        var body = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            body.append("ld.global.b32 %%r1, [%%rd1+%d]; ".formatted(4 * i));
            body.append("st.shared.b32 [%%r11+%d], %%r1;\n".formatted(4 * i));
        }
        body.append("bar.sync 0;\n").append(instruction);
        for (int i = 0; i < registers; i++) {
            body.append("st.global.b32 [%%rd1+%d], %%r%d;\n".formatted(4 * i, i + 1));
        }
        var device = device(body.toString());
        var buffer = device.allocate("rows", LANES * PITCH);
        device.at(buffer).put(rows);
        device.launch(device.kernel(), LaunchShape.of(1, LANES), buffer);
        int[] all = device.ints(buffer);
        int[][] results = new int[LANES][registers];
        for (int lane = 0; lane < LANES; lane++) {
            System.arraycopy(all, lane * PITCH / 4, results[lane], 0, registers);
        }
        return results;
    }

    private static byte[] random() {
        var rows = new byte[LANES * PITCH];
        new Random(3).nextBytes(rows);
        return rows;
    }

    /// An element of a row, by its bits from the first byte on.
    private static int element(byte[] rows, int row, int column, int bits) {
        int value = 0;
        for (int bit = 0; bit < bits; bit++) {
            int at = column * bits + bit;
            value |= (rows[row * PITCH + at / 8] >> at % 8 & 1) << bit;
        }
        return value;
    }

    private static String registers(int count) {
        var text = new StringBuilder("{%r1");
        for (int i = 2; i <= count; i++) {
            text.append(", %r").append(i);
        }
        return text + "}";
    }

    @ParameterizedTest
    @CsvSource({"x1, b8, 8", "x2, b8, 8", "x2, b8x16.b6x16_p32, 6", "x1, b8x16.b4x16_p64, 4"})
    void transposedMatricesOf16RowsAreLoaded(String count, String format, int bits) {
        int matrices = count.charAt(1) - '0';
        var rows = random();

        int[][] results =
                load(
                        "ldmatrix.sync.aligned.m16n16.%s.trans.shared.%s %s, [%%r11];\n"
                                .formatted(count, format, registers(2 * matrices)),
                        2 * matrices,
                        rows);

        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 2 * matrices; i++) {
                for (int e = 0; e < 4; e++) {
                    int row = 16 * (i / 2) + 4 * (lane % 4) + e;
                    int column = lane / 4 + 8 * (i % 2);
                    assertThat((results[lane][i] >>> (8 * e)) & 0xff)
                            .as("lane %d register %d element %d", lane, i, e)
                            .isEqualTo(element(rows, row, column, bits));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, b6x16_p32, 6", "2, b4x16_p64, 4", "4, b6x16_p32, 6"})
    void matricesOf8RowsAreLoaded(int matrices, String format, int bits) {
        var rows = random();

        int[][] results =
                load(
                        "ldmatrix.sync.aligned.m8n16.x%d.shared.b8x16.%s %s, [%%r11];\n"
                                .formatted(matrices, format, registers(matrices)),
                        matrices,
                        rows);

        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < matrices; i++) {
                for (int e = 0; e < 4; e++) {
                    int expected = element(rows, 8 * i + lane / 4, 4 * (lane % 4) + e, bits);
                    assertThat((results[lane][i] >>> (8 * e)) & 0xff).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void transposedMatricesOfBytesAreStored(int matrices) {
        var body = new StringBuilder();
        for (int i = 0; i < matrices; i++) {
            body.append("ld.global.b32 %%r%d, [%%rd1+%d];\n".formatted(i + 1, 4 * i));
        }
        body.append(
                "stmatrix.sync.aligned.m16n8.x%d.trans.shared.b8 [%%r11], %s;\nbar.sync 0;\n"
                        .formatted(matrices, registers(matrices)));
        for (int i = 0; i < 4; i++) {
            body.append("ld.shared.b32 %%r1, [%%r11+%d]; ".formatted(4 * i));
            body.append("st.global.b32 [%%rd1+%d], %%r1;\n".formatted(16 + 4 * i));
        }
        var device = device(body.toString());
        var buffer = device.allocate("rows", LANES * PITCH);
        var bytes = random();
        device.at(buffer).put(bytes);

        device.launch(device.kernel(), LaunchShape.of(1, LANES), buffer);

        var stored = device.at(buffer);
        for (int matrix = 0; matrix < matrices; matrix++) {
            for (int lane = 0; lane < LANES; lane++) {
                for (int e = 0; e < 4; e++) {
                    int row = 8 * matrix + 2 * (lane % 4) + e % 2;
                    int column = lane / 4 + 8 * (e / 2);
                    assertThat(stored.get(row * PITCH + 16 + column))
                            .isEqualTo(bytes[lane * PITCH + 4 * matrix + e]);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r1}, [%r11];",
                "ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8 {%r1, %r2, %r3, %r4}, [%r11];",
                "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b8 {%r1}, [%r11];",
                "stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%r11], {%r1};"
            })
    void aDamagedFormIsAFault(String instruction) {
        var device = device(instruction);
        var buffer = device.allocate("rows", LANES * PITCH);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> device.launch(device.kernel(), LaunchShape.of(1, LANES), buffer))
                .withMessageContaining("its shape, type, layout and registers do not go together");
    }
}
