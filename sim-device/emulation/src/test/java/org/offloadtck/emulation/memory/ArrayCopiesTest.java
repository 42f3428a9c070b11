package org.offloadtck.emulation.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;

/// Copies with an end in an array.
class ArrayCopiesTest {

    private static final int HOST = 1;
    private static final int DEVICE = 2;
    private static final int ARRAY = 3;
    private static final long UNPINNED = 0x7000;
    private static final int UNSIGNED_INT32 = 0x03;

    private final ClientProgram program = ClientProgram.run("--api-trace").ready();

    @AfterEach
    void close() {
        program.close();
    }

    private long array(int width, int height, int depth, int flags) {
        return program.ok(
                DriverFunction.CU_ARRAY_3D_CREATE, width, height, depth, UNSIGNED_INT32, 1, flags);
    }

    /// Half of a `CUDA_MEMCPY2D`.
    private static List<Object> end2d(int type, long place, long x, long y, long pitch) {
        return List.of(x, y, type, place, place, place, pitch);
    }

    private static Object[] rows(List<Object> from, List<Object> to, long width, long height) {
        var all = new ArrayList<>(from);
        all.addAll(to);
        all.addAll(List.of(width, height));
        return all.toArray();
    }

    /// Half of a `CUDA_MEMCPY3D`.
    private static List<Object> end3d(int type, long place, long x, long y, long z) {
        return List.of(x, y, z, 0, type, place, place, place, 8, 2);
    }

    private static Object[] slices(List<Object> from, List<Object> to, long... extents) {
        var all = new ArrayList<>(from);
        all.addAll(to);
        all.addAll(List.of(extents[0], extents[1], extents[2]));
        return all.toArray();
    }

    @Test
    void rowsGoToAnArrayAndBack() {
        long array = array(5, 3, 0, 0);
        long memory = program.allocate(64);
        long back = program.allocate(64);
        program.write(memory, 1, 2, 3, 4);
        program.write(back, 0, 0, 0, 0);

        program.ok(
                DriverFunction.CU_MEMCPY_2D,
                rows(end2d(DEVICE, memory, 0, 0, 8), end2d(ARRAY, array, 8, 1, 0), 8, 2));
        program.ok(
                DriverFunction.CU_MEMCPY_2D,
                rows(end2d(ARRAY, array, 12, 1, 0), end2d(DEVICE, back, 0, 0, 4), 4, 2));

        assertThat(program.read(back, 4)).containsExactly(2, 4, 0, 0);
    }

    @Test
    void slicesGoToAnArrayAndBack() {
        long array = array(3, 3, 3, 0);
        long memory = program.allocate(64);
        long back = program.allocate(64);
        program.write(memory, 1, 2, 3, 4, 5, 6, 7, 8);
        program.write(back, 0, 0, 0, 0, 0, 0, 0, 0);

        program.ok(
                DriverFunction.CU_MEMCPY_3D,
                slices(end3d(DEVICE, memory, 0, 0, 0), end3d(ARRAY, array, 4, 1, 1), 8, 2, 2));
        program.ok(
                DriverFunction.CU_MEMCPY_3D,
                slices(end3d(ARRAY, array, 8, 2, 1), end3d(DEVICE, back, 0, 0, 0), 4, 1, 2));

        assertThat(program.read(back, 8)).containsExactly(4, 0, 0, 0, 8, 0, 0, 0);
    }

    @Test
    void layersOfOneDimensionAreSlicesOfOneRow() {
        long array = array(2, 0, 2, 1);
        long other = array(2, 0, 2, 1);
        long memory = program.allocate(64);
        program.write(memory, 1, 2, 0, 0, 3, 4);

        program.ok(
                DriverFunction.CU_MEMCPY_3D,
                slices(end3d(DEVICE, memory, 0, 0, 0), end3d(ARRAY, array, 0, 0, 0), 8, 1, 2));
        program.ok(
                DriverFunction.CU_MEMCPY_3D,
                slices(end3d(ARRAY, array, 0, 0, 1), end3d(ARRAY, other, 0, 0, 0), 8, 1, 1));
        program.ok(
                DriverFunction.CU_MEMCPY_2D,
                rows(end2d(ARRAY, other, 0, 0, 0), end2d(DEVICE, memory, 0, 0, 8), 8, 1));

        assertThat(program.read(memory, 2)).containsExactly(3, 4);
    }

    @Test
    void levelsAreArraysOfTheirOwn() {
        long levels =
                program.ok(
                        DriverFunction.CU_MIPMAPPED_ARRAY_CREATE, 4, 4, 0, UNSIGNED_INT32, 1, 0, 3);
        long memory = program.allocate(64);
        program.write(memory, 1, 2, 3, 4);

        for (int level = 0; level < 3; level++) {
            long array = program.ok(DriverFunction.CU_MIPMAPPED_ARRAY_GET_LEVEL, levels, level);
            program.ok(
                    DriverFunction.CU_MEMCPY_2D,
                    rows(
                            end2d(DEVICE, memory + 4L * level, 0, 0, 4),
                            end2d(ARRAY, array, 0, 0, 0),
                            4,
                            1));
        }
        for (int level = 0; level < 3; level++) {
            long array = program.ok(DriverFunction.CU_MIPMAPPED_ARRAY_GET_LEVEL, levels, level);
            program.ok(
                    DriverFunction.CU_MEMCPY_2D,
                    rows(
                            end2d(ARRAY, array, 0, 0, 0),
                            end2d(DEVICE, memory + 16 + 4L * level, 0, 0, 4),
                            4,
                            1));
        }

        assertThat(program.read(memory + 16, 3)).containsExactly(1, 2, 3);
    }

    /// The client gets the place of both ends.
    @Test
    void theClientMovesHostMemoryThatIsNotPinned() {
        long array = array(3, 3, 3, 0);

        var reply =
                program.call(
                        DriverFunction.CU_MEMCPY_3D,
                        slices(
                                end3d(HOST, UNPINNED, 4, 1, 0),
                                end3d(ARRAY, array, 4, 1, 1),
                                4,
                                1,
                                2));

        assertThat(reply.outputs()).containsExactly(1L);
        var ends =
                ByteBuffer.wrap(reply.buffers().getFirst())
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asLongBuffer();
        assertThat(List.of(ends.get(0), ends.get(1), ends.get(2)))
                .containsExactly(UNPINNED + 12, 8L, 16L);
        assertThat(List.of(ends.get(4), ends.get(5))).containsExactly(64L, 192L);
        program.at(ends.get(3) + ends.get(5), 4).set(ValueLayout.JAVA_INT_UNALIGNED, 0, 42);
        long back = program.allocate(64);
        program.ok(
                DriverFunction.CU_MEMCPY_3D,
                slices(end3d(ARRAY, array, 4, 1, 2), end3d(DEVICE, back, 0, 0, 0), 4, 1, 1));
        assertThat(program.read(back, 1)).containsExactly(42);
    }

    @Test
    void pinnedMemoryIsCopiedInOrder() {
        long array = array(2, 0, 0, 0);
        long pinned = program.ok(DriverFunction.CU_MEM_ALLOC_HOST, 64);
        long memory = program.allocate(64);
        program.at(pinned, 4).set(ValueLayout.JAVA_INT_UNALIGNED, 0, 7);

        var reply =
                program.call(
                        DriverFunction.CU_MEMCPY_2D_ASYNC,
                        with(
                                rows(
                                        end2d(HOST, pinned, 0, 0, 0),
                                        end2d(ARRAY, array, 4, 0, 0),
                                        4,
                                        1),
                                0));
        program.ok(
                DriverFunction.CU_MEMCPY_2D,
                rows(end2d(ARRAY, array, 4, 0, 0), end2d(DEVICE, memory, 0, 0, 0), 4, 1));

        assertThat(reply.outputs()).containsExactly(0L);
        assertThat(program.read(memory, 1)).containsExactly(7);
    }

    @Test
    void whatIsNotInTheArrayIsRefused() {
        long array = array(3, 3, 3, 0);
        long memory = program.allocate(4096);
        var from = end3d(DEVICE, memory, 0, 0, 0);

        isRefused(
                slice(from, end3d(ARRAY, array, 4, 0, 0), 12, 1, 1),
                "WidthInBytes=12 from 4 on is not in the array, which has 12 bytes in a row");
        isRefused(
                slice(from, end3d(ARRAY, array, 0, 2, 0), 4, 2, 1),
                "Height=2 from 2 on is not in the array, which has 3 rows");
        isRefused(
                slice(from, end3d(ARRAY, array, 0, 0, 3), 4, 1, 1),
                "Depth=1 from 3 on is not in the array, which has 3 slices");
        isRefused(
                slice(from, end3d(ARRAY, array, -4, 0, 0), 4, 1, 1),
                "from 18446744073709551612 on is not in the array");
        isRefused(
                slice(from, end3d(ARRAY, array, 2, 0, 0), 4, 1, 1),
                "dstXInBytes=2 is not a multiple of 4, the bytes of an element");
        isRefused(
                slice(from, end3d(ARRAY, memory, 0, 0, 0), 4, 1, 1),
                "is not an array of this process");
        program.ok(DriverFunction.CU_ARRAY_DESTROY, array);
        isRefused(
                slice(from, end3d(ARRAY, array, 0, 0, 0), 4, 1, 1),
                "is an array that was destroyed");
    }

    private DriverReply slice(List<Object> from, List<Object> to, long... extents) {
        return program.call(DriverFunction.CU_MEMCPY_3D, slices(from, to, extents));
    }

    private static void isRefused(DriverReply reply, String reason) {
        assertThat(reply.result()).as(reply.diagnostics()).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(reply.diagnostics()).contains(reason);
    }

    @Test
    void aCapturedCopyIsANodeThatFailsAfterTheArrayEnded() {
        long array = array(2, 0, 0, 0);
        long memory = program.allocate(64);
        program.write(memory, 5, 6);
        long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, 0);
        var copy = rows(end2d(DEVICE, memory, 0, 0, 0), end2d(ARRAY, array, 0, 0, 0), 8, 1);
        var back = rows(end2d(ARRAY, array, 4, 0, 0), end2d(DEVICE, memory, 8, 0, 0), 4, 1);
        program.ok(DriverFunction.CU_MEMCPY_2D_ASYNC, with(copy, stream));
        program.ok(DriverFunction.CU_MEMCPY_2D_ASYNC, with(back, stream));
        long graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);
        long exec = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);

        program.ok(DriverFunction.CU_GRAPH_LAUNCH, exec, stream);
        program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, stream);
        assertThat(program.read(memory, 3)).containsExactly(5, 6, 6);

        program.ok(DriverFunction.CU_ARRAY_DESTROY, array);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, exec, stream);
        assertThat(program.result(DriverFunction.CU_STREAM_SYNCHRONIZE, stream))
                .isEqualTo(DriverResult.ILLEGAL_ADDRESS);
    }

    @Test
    void aNodeOfAGraphCopiesAnArray() {
        long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
        long array = array(2, 0, 0, 0);
        long memory = program.allocate(64);
        program.write(memory, 5, 6, 0);
        long graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        var fields = slices(end3d(DEVICE, memory, 0, 0, 0), end3d(ARRAY, array, 0, 0, 0), 8, 1, 1);
        var node = new ArrayList<Object>(List.of(graph, new byte[0]));
        node.addAll(List.of(with(fields, context)));
        program.ok(DriverFunction.CU_GRAPH_ADD_MEMCPY_NODE, node.toArray());
        long exec = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);

        program.ok(DriverFunction.CU_GRAPH_LAUNCH, exec, 0);
        program.ok(
                DriverFunction.CU_MEMCPY_2D,
                rows(end2d(ARRAY, array, 4, 0, 0), end2d(DEVICE, memory, 8, 0, 0), 4, 1));

        assertThat(program.read(memory, 3)).containsExactly(5, 6, 6);
    }

    private static Object[] with(Object[] fields, long last) {
        var all = new ArrayList<>(List.of(fields));
        all.add(last);
        return all.toArray();
    }
}
