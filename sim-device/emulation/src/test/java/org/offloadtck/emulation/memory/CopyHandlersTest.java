package org.offloadtck.emulation.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class CopyHandlersTest {

    private static final long HOST = 0x7000;
    private static final int DEVICE_TYPE = 2;

    @Test
    void withinDevicesIsTheCallsWork() {
        try (var program = ClientProgram.run().ready()) {
            long from = program.allocate(16);
            long to = program.allocate(16);
            program.write(from, 1, 2, 3, 4);

            program.ok(DriverFunction.CU_MEMCPY_DTOD, to, from, 16);
            assertThat(program.read(to, 4)).containsExactly(1, 2, 3, 4);
            program.ok(DriverFunction.CU_MEMCPY, to + 4, from, 8);
            assertThat(program.read(to, 4)).containsExactly(1, 1, 2, 4);
            program.ok(DriverFunction.CU_MEMCPY_ASYNC, to, from + 8, 8, 0);
            assertThat(program.read(to, 4)).containsExactly(3, 4, 2, 4);
        }
    }

    @Test
    void goesFromDeviceToDevice() {
        try (var program = ClientProgram.run("--devices", "2").ready()) {
            long first = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
            long from = program.allocate(8);
            program.write(from, 5, 6);
            long second = program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 1);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, second);
            long to = program.allocate(8);

            program.ok(DriverFunction.CU_MEMCPY_PEER, to, second, from, first, 8);
            assertThat(program.read(to, 2)).containsExactly(5, 6);
            assertThat(program.result(DriverFunction.CU_MEMCPY_PEER, to, 7, from, first, 8))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
            program.ok(DriverFunction.CU_MEMCPY_PEER_ASYNC, to + 4, second, from, first, 4, 0);
            assertThat(program.read(to, 2)).containsExactly(5, 5);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CU_MEMCPY_HTOD", "CU_MEMCPY_DTOD", "CU_MEMCPY"})
    void pastAnEndIsRefused(DriverFunction function) {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(16);
            long source = program.ok(DriverFunction.CU_MEM_ALLOC_HOST, 64);

            assertThat(program.result(function, memory, source, 17))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(function, memory + 1, source, 16))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(function, memory, source, -1L))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(function, memory, source + 60, 8))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(function, memory + 8, source, 8);
            program.ok(function, memory, source, 0);
        }
    }

    @Test
    void ofWhatIsFreedIsRefused() {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(16);
            program.ok(DriverFunction.CU_MEM_FREE, memory);

            assertThat(program.result(DriverFunction.CU_MEMCPY_DTOH, HOST, memory, 16))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void ofRowsLeavesWhatIsBetweenThem() {
        try (var program = ClientProgram.run().ready()) {
            long from = program.allocate(16);
            long to = program.allocate(24);
            program.write(from, 1, 2, 3, 4);
            program.write(to, 0, 0, 0, 0, 0, 0);

            program.ok(
                    DriverFunction.CU_MEMCPY_2D,
                    rows(end(DEVICE_TYPE, from, 0, 8), end(DEVICE_TYPE, to, 4, 12), 8, 2));

            assertThat(program.read(to, 6)).containsExactly(0, 1, 2, 0, 3, 4);
        }
    }

    @Test
    void ofRowsIsChecked() {
        try (var program = ClientProgram.run().ready()) {
            long memory = program.allocate(16);
            var good = end(DEVICE_TYPE, memory, 0, 8);

            assertThat(copy(program, good, end(DEVICE_TYPE, memory, 4, 8), 8, 2))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(copy(program, good, good, 8, 3)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(copy(program, good, end(3, memory, 0, 8), 8, 2))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(copy(program, good, end(1, HOST, 0, 8), 8, 2))
                    .isEqualTo(DriverResult.SUCCESS);
            assertThat(copy(program, good, good, Long.MAX_VALUE, Long.MAX_VALUE))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    private static DriverResult copy(
            ClientProgram program, List<Object> from, List<Object> to, long width, long height) {
        return program.result(DriverFunction.CU_MEMCPY_2D, rows(from, to, width, height));
    }

    /// Half of a `CUDA_MEMCPY2D`.
    private static List<Object> end(int type, long address, long x, long pitch) {
        return List.of(x, 0L, type, address, address, 0L, pitch);
    }

    private static Object[] rows(List<Object> from, List<Object> to, long width, long height) {
        var all = new ArrayList<>(from);
        all.addAll(to);
        all.add(width);
        all.add(height);
        return all.toArray();
    }

    /// A copy or fill of memory that the host shares has ended when its function returns: the
    /// legacy stream waits for a word that another thread writes.
    @ParameterizedTest
    @EnumSource(
            names = {
                "CU_MEMCPY",
                "CU_MEMCPY_DTOD",
                "CU_MEMCPY_DTOH",
                "CU_MEMCPY_2D",
                "CU_MEMCPY_3D",
                "CU_MEMSET_D32"
            })
    void memoryThatTheHostSharesIsWrittenWhenTheFunctionReturns(DriverFunction function)
            throws Exception {
        try (var program = ClientProgram.run().ready()) {
            long pinned = program.ok(DriverFunction.CU_MEM_ALLOC_HOST, 64);
            long device = program.allocate(64);
            long word = program.allocate(4);
            program.write(device, 9);
            program.write(word, 0);
            program.ok(DriverFunction.CU_STREAM_WAIT_VALUE_32, 0, word, 1, 1);
            long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
            var writer = Thread.ofPlatform().start(() -> writeLater(program, context, word));

            program.ok(function, sharing(function, pinned, device));

            assertThat(program.at(pinned, 4).get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(9);
            writer.join();
        }
    }

    /// The stream waits for a word that the program writes after the call.
    @Test
    void aCopyOfPinnedMemoryInAStreamDoesNotWaitForTheStream() {
        try (var program = ClientProgram.run().ready()) {
            long pinned = program.ok(DriverFunction.CU_MEM_ALLOC_HOST, 64);
            long device = program.allocate(64);
            long word = program.allocate(4);
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
            long other = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
            program.write(device, 9);
            program.write(word, 0);
            program.ok(DriverFunction.CU_STREAM_WAIT_VALUE_32, stream, word, 1, 1);

            program.ok(DriverFunction.CU_MEMCPY_DTOH_ASYNC, pinned, device, 4, stream);
            program.ok(DriverFunction.CU_MEMCPY_HTOD_ASYNC, device + 4, pinned, 4, stream);
            program.ok(DriverFunction.CU_STREAM_WRITE_VALUE_32, other, word, 1, 0);
            program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, stream);

            assertThat(program.read(device, 2)).containsExactly(9, 9);
        }
    }

    private static Object[] sharing(DriverFunction function, long pinned, long device) {
        return switch (function) {
            case CU_MEMCPY_2D ->
                    new Object[] {0, 0, 2, 0, device, 0, 0, 0, 0, 1, pinned, 0, 0, 0, 4, 1};
            case CU_MEMCPY_3D ->
                    new Object[] {
                        0, 0, 0, 0, 2, 0, device, 0, 0, 0, 0, 0, 0, 0, 1, pinned, 0, 0, 0, 0, 4, 1,
                        1
                    };
            case CU_MEMSET_D32 -> new Object[] {pinned, 9, 1};
            default -> new Object[] {pinned, device, 4};
        };
    }

    private static void writeLater(ClientProgram program, long context, long word) {
        try (var thread = program.attach()) {
            Thread.sleep(100);
            thread.call(ClientProgram.call(DriverFunction.CU_CTX_SET_CURRENT, List.of(context)));
            var stream =
                    thread.call(ClientProgram.call(DriverFunction.CU_STREAM_CREATE, List.of(1)));
            thread.call(
                    ClientProgram.call(
                            DriverFunction.CU_STREAM_WRITE_VALUE_32,
                            List.of(stream.outputs().getFirst(), word, 1, 0)));
        } catch (InterruptedException fault) {
            throw new IllegalStateException(fault);
        }
    }
}
