package org.offloadtck.emulation.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class FillHandlersTest {

    @Test
    void repeatsAByteAShortOrAnInt() {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(16);

            program.ok(DriverFunction.CU_MEMSET_D8, memory, 0xab, 16);
            assertThat(program.read(memory, 4)).containsOnly(0xabababab);
            program.ok(DriverFunction.CU_MEMSET_D16, memory, 0x1234, 3);
            assertThat(program.read(memory, 2)).containsExactly(0x12341234, 0xabab1234);
            program.ok(DriverFunction.CU_MEMSET_D32, memory, -2, 3);
            assertThat(program.read(memory, 4)).containsExactly(-2, -2, -2, 0xabababab);
        }
    }

    @Test
    void leavesWhatIsBetweenRows() {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(24);
            program.ok(DriverFunction.CU_MEMSET_D8_ASYNC, memory, 0, 24, 0);

            program.ok(DriverFunction.CU_MEMSET_D2D32_ASYNC, memory, 12, 7, 2, 2, 0);

            assertThat(program.read(memory, 6)).containsExactly(7, 7, 0, 7, 7, 0);
        }
    }

    @Test
    void isRefusedWhereThereIsNoMemory() {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(24);

            assertThat(program.result(DriverFunction.CU_MEMSET_D8, memory, 0, 25))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEMSET_D32, memory, 0, 7))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEMSET_D32, memory + 2, 0, 1))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEMSET_D2D8, memory, 4, 0, 5, 2))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEMSET_D32, memory, 0, Long.MAX_VALUE))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_MEMSET_D8, 0, 0, 0);
        }
    }
}
