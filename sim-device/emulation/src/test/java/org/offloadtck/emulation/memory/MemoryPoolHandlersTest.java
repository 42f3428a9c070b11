package org.offloadtck.emulation.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class MemoryPoolHandlersTest {

    private static final int READ = 1;
    private static final int READ_WRITE = 3;

    private static byte[] access(int device, int flags) {
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(1)
                .putInt(device)
                .putInt(flags)
                .array();
    }

    private static long pool(ClientProgram program, int device, long most) {
        return program.ok(DriverFunction.CU_MEM_POOL_CREATE, 1, 0, 1, device, most);
    }

    @Test
    void poolsWithWrongPropertiesAreRejected() {
        try (var program = ClientProgram.run().ready()) {
            var create = DriverFunction.CU_MEM_POOL_CREATE;

            assertThat(program.result(create, 2, 0, 1, 0, 0)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(create, 1, 1, 1, 0, 0)).isEqualTo(DriverResult.NOT_SUPPORTED);
            assertThat(program.result(create, 1, 0, 2, 0, 0)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(create, 1, 0, 1, 1, 0))
                    .isEqualTo(DriverResult.INVALID_DEVICE);
        }
    }

    @Test
    void devicesHaveTheAccessThatWasSet() {
        try (var program = ClientProgram.run("--devices=2").ready()) {
            long pool = pool(program, 0, 0);
            var set = DriverFunction.CU_MEM_POOL_SET_ACCESS;
            var get = DriverFunction.CU_MEM_POOL_GET_ACCESS;

            assertThat(program.ok(get, pool, 1, 0)).isEqualTo(READ_WRITE);
            assertThat(program.ok(get, pool, 1, 1)).isZero();
            program.ok(set, pool, access(1, READ), 1);
            assertThat(program.ok(get, pool, 1, 1)).isEqualTo(READ);
            assertThat(program.result(set, pool, access(0, READ), 1))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(set, pool, access(2, READ), 1))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void aPoolOfAnotherDeviceAllocatesThere() {
        try (var program = ClientProgram.run("--devices=2").ready()) {
            long pool = pool(program, 1, 0);
            var allocate = DriverFunction.CU_MEM_ALLOC_FROM_POOL_ASYNC;

            assertThat(program.result(allocate, 64, pool, 0))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
            program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 1);
            program.ok(allocate, 64, pool, 0);
            assertThat(program.ok(DriverFunction.CU_MEM_POOL_GET_ATTRIBUTE, pool, 7)).isEqualTo(64);
            assertThat(program.result(DriverFunction.CU_DEVICE_SET_MEM_POOL, 0, pool))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void attributesTakeTheirValuesOnly() {
        try (var program = ClientProgram.run().ready()) {
            long pool = pool(program, 0, 0);
            var set = DriverFunction.CU_MEM_POOL_SET_ATTRIBUTE;

            assertThat(program.result(set, pool, 9, 0)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(set, pool, 1, 2)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(set, pool, 7, 0)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(set, pool, 8, 1)).isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void memoryOutlivesItsPool() {
        try (var program = ClientProgram.run().ready()) {
            long pool = pool(program, 0, 0);
            long memory = program.ok(DriverFunction.CU_MEM_ALLOC_FROM_POOL_ASYNC, 64, pool, 0);
            program.ok(DriverFunction.CU_MEM_POOL_DESTROY, pool);

            assertThat(program.result(DriverFunction.CU_MEM_POOL_DESTROY, pool))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_MEM_FREE_ASYNC, memory, 0);
        }
    }

    @Test
    void aPoolIsThatOfAPlaceAndATypeOfAllocation() {
        try (var program = ClientProgram.run().ready()) {
            long pool = program.ok(DriverFunction.CU_DEVICE_GET_DEFAULT_MEM_POOL, 0);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_DEFAULT_MEM_POOL, 1, 0, 1))
                    .isEqualTo(pool);
            long own = program.ok(DriverFunction.CU_MEM_POOL_CREATE, 1, 0, 1, 0, 0L);
            program.ok(DriverFunction.CU_MEM_SET_MEM_POOL, 1, 0, 1, own);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_MEM_POOL, 1, 0, 1)).isEqualTo(own);
            assertThat(program.result(DriverFunction.CU_MEM_GET_MEM_POOL, 1, 0, 2))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEM_GET_MEM_POOL, 2, 0, 1))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }
}
