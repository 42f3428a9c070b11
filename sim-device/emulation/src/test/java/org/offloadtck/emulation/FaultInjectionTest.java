package org.offloadtck.emulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class FaultInjectionTest {

    @Test
    void thereMayBeNoDevice() {
        try (var program = ClientProgram.run("--inject", "no-device")) {
            assertThat(program.result(DriverFunction.CU_INIT, 0)).isEqualTo(DriverResult.NO_DEVICE);
            assertThat(program.result(DriverFunction.CU_DEVICE_GET_COUNT))
                    .isEqualTo(DriverResult.NOT_INITIALIZED);
        }
    }

    @Test
    void anAllocationMayFail() {
        try (var program = ClientProgram.run("--inject", "oom@2").ready()) {
            program.allocate(4);

            assertThat(program.result(DriverFunction.CU_MEM_ALLOC_HOST, 4))
                    .isEqualTo(DriverResult.OUT_OF_MEMORY);
            program.allocate(4);
        }
    }

    @Test
    void aLaunchMayFailWhileItRuns() {
        try (var program = ClientProgram.run("--inject", "launch-failure@2").ready()) {
            long data = program.allocate(4);
            long kernel = program.kernel(ClientKernels.ADD, "add");
            program.launch(kernel, 1, 1, data);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.launch(kernel, 1, 1, data).result()).isEqualTo(DriverResult.SUCCESS);
            assertThat(program.result(DriverFunction.CU_CTX_SYNCHRONIZE))
                    .isEqualTo(DriverResult.LAUNCH_FAILED);
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, 4))
                    .isEqualTo(DriverResult.LAUNCH_FAILED);
        }
    }

    @Test
    void aCopyMayFail() {
        try (var program = ClientProgram.run("--inject", "copy-failure@2").ready()) {
            long data = program.allocate(4);
            program.write(data, 1);

            assertThat(program.result(DriverFunction.CU_MEMCPY_DTOH, 0x7000, data, 4))
                    .isEqualTo(DriverResult.UNKNOWN);
            assertThat(program.read(data, 1)).containsExactly(1);
        }
    }

    @Test
    void theDeviceMayBeLost() {
        try (var program = ClientProgram.run("--inject", "device-lost@3")) {
            program.ok(DriverFunction.CU_INIT, 0);
            program.ok(DriverFunction.CU_DEVICE_GET_COUNT);

            assertThat(program.result(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 0))
                    .isEqualTo(DriverResult.DEVICE_UNAVAILABLE);
            assertThat(program.result(DriverFunction.CU_DEVICE_GET_COUNT))
                    .isEqualTo(DriverResult.DEVICE_UNAVAILABLE);
        }
    }

    @Test
    void severalFaultsMayBeAskedFor() {
        try (var program = ClientProgram.run("--inject", "oom@1", "--inject", "oom@3").ready()) {
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, 4))
                    .isEqualTo(DriverResult.OUT_OF_MEMORY);
            program.allocate(4);
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, 4))
                    .isEqualTo(DriverResult.OUT_OF_MEMORY);
        }
    }
}
