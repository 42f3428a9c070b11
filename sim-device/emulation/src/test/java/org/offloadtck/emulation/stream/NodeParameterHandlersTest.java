package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class NodeParameterHandlersTest {

    private static final byte[] NONE = new byte[0];

    private ClientProgram program;
    private long data;
    private long graph;

    @BeforeEach
    void begin() {
        program = ClientProgram.run().ready();
        data = program.allocate(64);
        graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private long fill(long target, long place, int value) {
        long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
        return program.ok(
                DriverFunction.CU_GRAPH_ADD_MEMSET_NODE,
                target,
                NONE,
                place,
                0,
                value,
                4,
                1,
                1,
                context);
    }

    private long event() {
        return program.ok(DriverFunction.CU_EVENT_CREATE, 0);
    }

    private long executable() {
        return program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
    }

    @Test
    void aFillHasTheFieldsThatItWasGiven() {
        long node = fill(graph, data, 7);

        assertThat(program.call(DriverFunction.CU_GRAPH_MEMSET_NODE_GET_PARAMS, node).outputs())
                .containsExactly(data, 0L, 7L, 4L, 1L, 1L);
        assertThat(program.result(DriverFunction.CU_GRAPH_MEMCPY_NODE_GET_PARAMS, node))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void aCopyHasTheFieldsThatItWasGiven() {
        var fields = new ArrayList<Object>(Collections.nCopies(23, 0L));
        for (int half : new int[] {0, 10}) {
            fields.set(half + 4, 2L);
            fields.set(half + 6, data);
        }
        fields.set(20, 8L);
        fields.set(21, 1L);
        fields.set(22, 1L);
        var call = new ArrayList<Object>(List.of(graph, NONE));
        call.addAll(fields);
        call.add(program.ok(DriverFunction.CU_CTX_GET_CURRENT));
        long big = program.allocate(256);
        call.set(2 + 16, big);
        fields.set(16, big);
        long node = program.ok(DriverFunction.CU_GRAPH_ADD_MEMCPY_NODE, call.toArray());

        assertThat(program.call(DriverFunction.CU_GRAPH_MEMCPY_NODE_GET_PARAMS, node).outputs())
                .isEqualTo(fields);
    }

    @Test
    void capturedCopiesAndFillsHaveFields() {
        long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, 0);
        program.ok(DriverFunction.CU_MEMSET_D32_ASYNC, data, 3, 2L, stream);
        program.ok(DriverFunction.CU_MEMCPY_DTOD_ASYNC, data + 16, data, 8L, stream);
        long captured = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);
        var nodes =
                ByteBuffer.wrap(
                                program.call(DriverFunction.CU_GRAPH_GET_NODES, captured)
                                        .buffers()
                                        .getFirst())
                        .order(ByteOrder.LITTLE_ENDIAN);
        long fill = nodes.getLong();
        long copy = nodes.getLong();

        assertThat(program.call(DriverFunction.CU_GRAPH_MEMSET_NODE_GET_PARAMS, fill).outputs())
                .containsExactly(data, 8L, 3L, 4L, 2L, 1L);
        var fields = program.call(DriverFunction.CU_GRAPH_MEMCPY_NODE_GET_PARAMS, copy).outputs();
        assertThat(fields).hasSize(23).endsWith(8L, 1L, 1L);
        assertThat(fields.get(6)).isEqualTo(data);
        assertThat(fields.get(16)).isEqualTo(data + 16);
    }

    @Test
    void nodesOfEventsHaveTheirEventAndTakeAnother() {
        long one = event();
        long two = event();
        long record = program.ok(DriverFunction.CU_GRAPH_ADD_EVENT_RECORD_NODE, graph, NONE, one);
        long wait = program.ok(DriverFunction.CU_GRAPH_ADD_EVENT_WAIT_NODE, graph, NONE, one);
        program.ok(DriverFunction.CU_GRAPH_EVENT_RECORD_NODE_SET_EVENT, record, two);
        program.ok(DriverFunction.CU_GRAPH_EVENT_WAIT_NODE_SET_EVENT, wait, two);

        assertThat(program.ok(DriverFunction.CU_GRAPH_EVENT_RECORD_NODE_GET_EVENT, record))
                .isEqualTo(two);
        assertThat(program.ok(DriverFunction.CU_GRAPH_EVENT_WAIT_NODE_GET_EVENT, wait))
                .isEqualTo(two);
        assertThat(program.result(DriverFunction.CU_GRAPH_EVENT_WAIT_NODE_GET_EVENT, record))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void aDisabledNodeIsNotCarriedOutUntilItIsEnabled() {
        long node = fill(graph, data, 7);
        long executable = executable();
        program.write(data, 1);
        program.ok(DriverFunction.CU_GRAPH_NODE_SET_ENABLED, executable, node, 0);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);
        assertThat(program.read(data, 1)).containsExactly(1);
        assertThat(program.ok(DriverFunction.CU_GRAPH_NODE_GET_ENABLED, executable, node)).isZero();

        program.ok(DriverFunction.CU_GRAPH_NODE_SET_ENABLED, executable, node, 1);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);
        assertThat(program.read(data, 1)).containsExactly(7);
    }

    @Test
    void onlyKernelsCopiesAndFillsOfTheGraphAreDisabled() {
        long empty = program.ok(DriverFunction.CU_GRAPH_ADD_EMPTY_NODE, graph, NONE);
        long executable = executable();
        long other = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        for (long node : new long[] {empty, fill(other, data, 1)}) {
            assertThat(
                            program.result(
                                    DriverFunction.CU_GRAPH_NODE_SET_ENABLED, executable, node, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    /// The child graph stands between two nodes, so that its steps have places among others.
    @Test
    void theWorkOfAChildGraphIsReplacedByThatOfOneOfTheSameShape() {
        long child = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        fill(child, data, 7);
        fill(graph, data + 4, 1);
        long node = program.ok(DriverFunction.CU_GRAPH_ADD_CHILD_GRAPH_NODE, graph, NONE, child, 0);
        long executable = executable();
        long next = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        fill(next, data, 8);

        program.ok(
                DriverFunction.CU_GRAPH_EXEC_CHILD_GRAPH_NODE_SET_PARAMS, executable, node, next);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);
        assertThat(program.read(data, 2)).containsExactly(8, 1);

        fill(next, data, 9);
        assertThat(
                        program.result(
                                DriverFunction.CU_GRAPH_EXEC_CHILD_GRAPH_NODE_SET_PARAMS,
                                executable,
                                node,
                                next))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }
}
