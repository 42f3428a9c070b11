package org.offloadtck.emulation.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class VirtualMemoryHandlersTest {

    private static final long UNIT = 2 << 20;

    private static long reserve(ClientProgram program, long size) {
        return program.ok(DriverFunction.CU_MEM_ADDRESS_RESERVE, size, 0, 0, 0);
    }

    private static DriverResult create(ClientProgram program, long size, int device) {
        return program.result(DriverFunction.CU_MEM_CREATE, size, 1, 0, 1, device, 0, 0, 0, 0, 0);
    }

    private static long create(ClientProgram program, long size) {
        return program.ok(DriverFunction.CU_MEM_CREATE, size, 1, 0, 1, 0, 0, 0, 0, 0, 0);
    }

    private static DriverResult grant(ClientProgram program, long address, int flags) {
        byte[] description =
                ByteBuffer.allocate(12)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(1)
                        .putInt(0)
                        .putInt(flags)
                        .array();
        return program.result(DriverFunction.CU_MEM_SET_ACCESS, address, UNIT, description, 1);
    }

    @Test
    void isUsableOnceItIsMappedAndGranted() {
        try (var program = ClientProgram.run().ready()) {
            long before = program.ok(DriverFunction.CU_MEM_GET_INFO);
            long address = reserve(program, 2 * UNIT);
            long memory = create(program, UNIT);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before - UNIT);
            var fill = DriverFunction.CU_MEMSET_D8;

            assertThat(program.result(fill, address, 1, 4)).isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_MEM_MAP, address, UNIT, 0, memory, 0);
            assertThat(program.result(fill, address, 1, 4)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(grant(program, address, 3)).isEqualTo(DriverResult.SUCCESS);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_ACCESS, 1, 0, address)).isEqualTo(3);
            program.ok(fill, address, 1, UNIT);
            assertThat(program.result(fill, address, 1, UNIT + 1))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.read(address, 1)).containsExactly(0x01010101);

            program.ok(DriverFunction.CU_MEM_UNMAP, address, UNIT);
            program.ok(DriverFunction.CU_MEM_RELEASE, memory);
            program.ok(DriverFunction.CU_MEM_ADDRESS_FREE, address, 2 * UNIT);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);
        }
    }

    @Test
    void comesInUnits() {
        try (var program = ClientProgram.run().ready()) {
            assertThat(
                            program.ok(
                                    DriverFunction.CU_MEM_GET_ALLOCATION_GRANULARITY,
                                    1,
                                    0,
                                    1,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0))
                    .isEqualTo(UNIT);
            assertThat(create(program, UNIT + 1, 0)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(create(program, UNIT, 9)).isEqualTo(DriverResult.INVALID_DEVICE);
            assertThat(create(program, 1L << 60, 0)).isEqualTo(DriverResult.OUT_OF_MEMORY);
            assertThat(program.result(DriverFunction.CU_MEM_ADDRESS_RESERVE, 5, 0, 0, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEM_ADDRESS_RESERVE, UNIT, 3, 0, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void isMappedWhereItWasReservedAndNothingIsYet() {
        try (var program = ClientProgram.run().ready()) {
            long address = reserve(program, UNIT);
            long memory = create(program, UNIT);
            long other = create(program, UNIT);
            var map = DriverFunction.CU_MEM_MAP;

            assertThat(program.result(map, program.allocate(8), UNIT, 0, memory, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(map, address, UNIT, 0, 77, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(map, address, UNIT, 0, memory, 0);
            assertThat(program.result(map, address, UNIT, 0, other, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_MEM_ADDRESS_FREE, address, UNIT))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(grant(program, address, 2)).isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void livesUntilItIsReleasedAndUnmapped() {
        try (var program = ClientProgram.run().ready()) {
            long before = program.ok(DriverFunction.CU_MEM_GET_INFO);
            long address = reserve(program, UNIT);
            long memory = create(program, UNIT);
            program.ok(DriverFunction.CU_MEM_MAP, address, UNIT, 0, memory, 0);

            assertThat(program.ok(DriverFunction.CU_MEM_RETAIN_ALLOCATION_HANDLE, address))
                    .isEqualTo(memory);
            program.ok(DriverFunction.CU_MEM_RELEASE, memory);
            program.ok(DriverFunction.CU_MEM_RELEASE, memory);
            assertThat(program.result(DriverFunction.CU_MEM_RELEASE, memory))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before - UNIT);
            program.ok(DriverFunction.CU_MEM_UNMAP, address, UNIT);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);
        }
    }

    @Test
    void knowsTheDeviceItWasCreatedOn() {
        try (var program = ClientProgram.run("--device", "t4", "--devices", "2").ready()) {
            var properties = DriverFunction.CU_MEM_GET_ALLOCATION_PROPERTIES_FROM_HANDLE;
            var create = DriverFunction.CU_MEM_CREATE;
            long memory = program.ok(create, UNIT, 1, 0, 1, 1, 0, 0, 0, 0, 0);

            assertThat(program.call(properties, memory).outputs()).containsExactly(0L, 1L);
            assertThat(program.result(properties, 77)).isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void outlivesTheContextInWhichItWasReserved() {
        try (var program = ClientProgram.run().ready()) {
            long context = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
            long address = reserve(program, 2 * UNIT);
            long memory = create(program, UNIT);
            program.ok(DriverFunction.CU_MEM_MAP, address, UNIT, 0, memory, 0);

            program.ok(DriverFunction.CU_CTX_DESTROY, context);

            program.ok(DriverFunction.CU_MEM_UNMAP, address, UNIT);
            program.ok(DriverFunction.CU_MEM_ADDRESS_FREE, address, 2 * UNIT);
        }
    }

    private static final String COPY =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry copy(.param .u64 from, .param .u64 to) {
                .reg .b64 %a, %b;
                .reg .b32 %r;
                ld.param.u64 %a, [from];
                ld.param.u64 %b, [to];
                ld.global.u32 %r, [%a];
                st.global.u32 [%b], %r;
                ret;
            }
            """;

    @Test
    void mappedMemoryCountsAsInitialised() {
        try (var program = ClientProgram.run("--check=initcheck-loads").ready()) {
            long address = reserve(program, 2 * UNIT);
            program.ok(DriverFunction.CU_MEM_MAP, address, UNIT, 0, create(program, UNIT), 0);
            grant(program, address, 3);

            program.launch(program.kernel(COPY, "copy"), 1, 1, address, address + 4);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);

            assertThat(program.finish().report()).contains(" 0 findings");
        }
    }

    @Test
    void kernelsFaultBehindTheLastMapping() {
        assertThat(copyAfter(range -> {}, 0)).isEqualTo(DriverResult.ILLEGAL_ADDRESS);
        assertThat(copyAfter(range -> range.map(0), UNIT)).isEqualTo(DriverResult.ILLEGAL_ADDRESS);
        assertThat(copyAfter(range -> range.map(UNIT), UNIT)).isEqualTo(DriverResult.SUCCESS);
        assertThat(
                        copyAfter(
                                range -> {
                                    range.map(0);
                                    range.unmap(0);
                                },
                                0))
                .isEqualTo(DriverResult.ILLEGAL_ADDRESS);
    }

    /// The result of a kernel that copies the word at an offset of a range of two units.
    private static DriverResult copyAfter(Consumer<Range> preparation, long offset) {
        try (var program = ClientProgram.run().ready()) {
            var range = new Range(program, reserve(program, 2 * UNIT));
            preparation.accept(range);

            long target = program.allocate(4);
            program.launch(program.kernel(COPY, "copy"), 1, 1, range.address + offset, target);
            return program.result(DriverFunction.CU_CTX_SYNCHRONIZE);
        }
    }

    private record Range(ClientProgram program, long address) {

        void map(long offset) {
            long memory = create(program, UNIT);
            program.ok(DriverFunction.CU_MEM_MAP, address + offset, UNIT, 0, memory, 0);
            grant(program, address + offset, 3);
        }

        void unmap(long offset) {
            program.ok(DriverFunction.CU_MEM_UNMAP, address + offset, UNIT);
        }
    }
}
