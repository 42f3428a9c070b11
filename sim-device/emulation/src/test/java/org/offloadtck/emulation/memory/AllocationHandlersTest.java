package org.offloadtck.emulation.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class AllocationHandlersTest {

    private static final long HOST = 0x7000;

    @Test
    void whatIsFreedIsThereAgain() {
        try (var program = ClientProgram.run().ready()) {
            long before = program.ok(DriverFunction.CU_MEM_GET_INFO);
            long memory = program.allocate(1000);

            assertThat(memory % 256).isZero();
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before - 1000);
            program.ok(DriverFunction.CU_MEM_FREE, memory);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);
        }
    }

    @Test
    void eachDeviceHasItsOwn() {
        try (var program = ClientProgram.run("--devices", "2").ready()) {
            long before = program.ok(DriverFunction.CU_MEM_GET_INFO);
            program.allocate(1000);
            program.ok(
                    DriverFunction.CU_CTX_SET_CURRENT,
                    program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 1));

            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);
        }
    }

    @Test
    void itIsNotFreedTwiceNorInTheMiddle() {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(64);

            assertThat(program.result(DriverFunction.CU_MEM_FREE, memory + 4))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_MEM_FREE, memory);
            assertThat(program.result(DriverFunction.CU_MEM_FREE, memory))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_MEM_FREE, 0);
        }
    }

    @Test
    void thereIsOnlySoMuch() {
        try (var program = ClientProgram.run().ready()) {
            long all = program.ok(DriverFunction.CU_DEVICE_TOTAL_MEM, 0);

            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, all + 1))
                    .isEqualTo(DriverResult.OUT_OF_MEMORY);
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, -1L))
                    .isEqualTo(DriverResult.OUT_OF_MEMORY);
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(all);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 511, 512, 513})
    void rowsArePadded(int width) {
        try (var program = ClientProgram.run().ready()) {
            var reply = program.call(DriverFunction.CU_MEM_ALLOC_PITCH, width, 3, 4);

            assertThat(reply.outputs().get(1)).isEqualTo(width > 512 ? 1024 : 512);
        }
    }

    @Test
    void rowsTooManyForADeviceAreRefused() {
        try (var program = ClientProgram.run().ready()) {
            long most = Long.MAX_VALUE;

            assertThat(program.result(DriverFunction.CU_MEM_ALLOC_PITCH, most, most, 4))
                    .isEqualTo(DriverResult.OUT_OF_MEMORY);
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC_PITCH, 8, 8, 5))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void anAddressKnowsItsAllocation() {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(64);

            assertThat(program.call(DriverFunction.CU_MEM_GET_ADDRESS_RANGE, memory + 10).outputs())
                    .containsExactly(memory, 64L);
            assertThat(program.result(DriverFunction.CU_MEM_GET_ADDRESS_RANGE, memory + 64))
                    .isEqualTo(DriverResult.NOT_FOUND);
        }
    }

    @Test
    void hostMemoryIsFreedAsSuch() {
        try (var program = ClientProgram.run().ready()) {
            long host = program.ok(DriverFunction.CU_MEM_HOST_ALLOC, 64, 2);
            long device = program.allocate(64);

            assertThat(program.ok(DriverFunction.CU_MEM_HOST_GET_DEVICE_POINTER, host + 8, 0))
                    .isEqualTo(host + 8);
            assertThat(program.ok(DriverFunction.CU_MEM_HOST_GET_FLAGS, host)).isEqualTo(2);
            assertThat(program.result(DriverFunction.CU_MEM_FREE, host))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEM_FREE_HOST, device))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEM_HOST_GET_DEVICE_POINTER, HOST, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_MEM_FREE_HOST, host);
            assertThat(program.result(DriverFunction.CU_MEM_FREE_HOST, host))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    /// As `numba.cuda.close()` does.
    @Test
    void hostMemoryIsFreedWithoutACurrentContext() {
        try (var program = ClientProgram.run().ready()) {
            long host = program.ok(DriverFunction.CU_MEM_HOST_ALLOC, 64, 0);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, 0);

            program.ok(DriverFunction.CU_MEM_FREE_HOST, host);

            assertThat(program.result(DriverFunction.CU_MEM_FREE_HOST, host))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void managedMemoryIsAdvisedAndPrefetched() {
        try (var program = ClientProgram.run().ready()) {
            long managed = program.ok(DriverFunction.CU_MEM_ALLOC_MANAGED, 64, 1);
            long device = program.allocate(64);

            program.ok(DriverFunction.CU_MEM_ADVISE, managed, 64, 1, 0);
            program.ok(DriverFunction.CU_MEM_PREFETCH_ASYNC, managed, 64, -1, 0);
            assertThat(program.result(DriverFunction.CU_MEM_PREFETCH_ASYNC, device, 64, 0, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEM_PREFETCH_ASYNC, managed, 65, 0, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEM_PREFETCH_ASYNC, managed, 64, 5, 0))
                    .isEqualTo(DriverResult.INVALID_DEVICE);
            assertThat(program.result(DriverFunction.CU_MEM_ALLOC_MANAGED, 64, 3))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_MEM_FREE, managed);
        }
    }

    @Test
    void memoryInStreamOrderIsFreedInStreamOrder() {
        try (var program = ClientProgram.run().ready()) {
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
            long memory = program.ok(DriverFunction.CU_MEM_ALLOC_ASYNC, 64, stream);

            program.ok(DriverFunction.CU_MEM_FREE_ASYNC, memory, stream);
            assertThat(program.result(DriverFunction.CU_MEM_FREE_ASYNC, memory, stream))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }
}
