package org.offloadtck.emulation.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class PointerHandlersTest {

    private static final int CONTEXT = 1;
    private static final int MEMORY_TYPE = 2;
    private static final int DEVICE_POINTER = 3;
    private static final int HOST_POINTER = 4;
    private static final int IS_MANAGED = 8;
    private static final int DEVICE_ORDINAL = 9;
    private static final int RANGE_SIZE = 12;

    private static long attribute(ClientProgram program, int attribute, long address) {
        byte[] data =
                program.call(DriverFunction.CU_POINTER_GET_ATTRIBUTE, attribute, address)
                        .buffers()
                        .getFirst();
        var number = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        return data.length == Long.BYTES ? number.getLong() : number.getInt();
    }

    @Test
    void knowsWhatMemoryItIs() {
        try (var program = ClientProgram.run("--devices", "2").ready()) {
            long host = program.ok(DriverFunction.CU_MEM_ALLOC_HOST, 8);
            long managed = program.ok(DriverFunction.CU_MEM_ALLOC_MANAGED, 8, 1);
            long second = program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 1);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, second);
            long device = program.allocate(24);

            assertThat(attribute(program, CONTEXT, device)).isEqualTo(second);
            assertThat(attribute(program, MEMORY_TYPE, device)).isEqualTo(2);
            assertThat(attribute(program, MEMORY_TYPE, host)).isEqualTo(1);
            assertThat(attribute(program, DEVICE_POINTER, device + 3)).isEqualTo(device + 3);
            assertThat(attribute(program, HOST_POINTER, host)).isEqualTo(host);
            assertThat(attribute(program, IS_MANAGED, managed)).isEqualTo(1);
            assertThat(attribute(program, IS_MANAGED, device)).isZero();
            assertThat(attribute(program, DEVICE_ORDINAL, device)).isEqualTo(1);
            assertThat(attribute(program, DEVICE_ORDINAL, host)).isZero();
            assertThat(attribute(program, RANGE_SIZE, device + 23)).isEqualTo(24);
        }
    }

    @Test
    void ofTheProgramIsUnknown() {
        try (var program = ClientProgram.run().ready()) {
            assertThat(program.result(DriverFunction.CU_POINTER_GET_ATTRIBUTE, MEMORY_TYPE, 0x7000))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEM_GET_ADDRESS_RANGE, 0x7000))
                    .isEqualTo(DriverResult.NOT_FOUND);
            assertThat(
                            program.result(
                                    DriverFunction.CU_POINTER_GET_ATTRIBUTE,
                                    HOST_POINTER,
                                    program.allocate(8)))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_POINTER_GET_ATTRIBUTE, 99, 0x7000))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void attributesComeInOneBuffer() {
        try (var program = ClientProgram.run().ready()) {
            long device = program.allocate(24);
            byte[] attributes = {MEMORY_TYPE, 0, 0, 0, RANGE_SIZE, 0, 0, 0};

            var known =
                    program.call(DriverFunction.CU_POINTER_GET_ATTRIBUTES, 2, attributes, device);
            assertThat(known.buffers().getFirst())
                    .containsExactly(4, 0, 0, 0, 2, 0, 0, 0, 8, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0);
            var unknown =
                    program.call(DriverFunction.CU_POINTER_GET_ATTRIBUTES, 2, attributes, 0x7000);
            assertThat(unknown.buffers().getFirst())
                    .containsExactly(4, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }
    }

    @Test
    void ofAVariableIsKnownToo() {
        try (var program = ClientProgram.run().ready()) {
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD);
            long counter = program.ok(DriverFunction.CU_MODULE_GET_GLOBAL, module, "counter");

            assertThat(attribute(program, RANGE_SIZE, counter)).isEqualTo(4);
        }
    }
}
