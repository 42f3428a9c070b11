package org.offloadtck.driver.emulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.driver.api.DriverCall;

class LaunchTest {

    @Test
    void a_kernel_runs_on_what_was_copied() {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(16);
            program.write(data, 10, 20, 30, 40);

            program.launch(program.kernel(Ptx.ADD, "add"), 1, 4, data);

            assertThat(program.read(data, 4)).containsExactly(11, 22, 33, 44);
            program.ok(DriverCall.CU_MEM_FREE, data);
        }
    }
}
