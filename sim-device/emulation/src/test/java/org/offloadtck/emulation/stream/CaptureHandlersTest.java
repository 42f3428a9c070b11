package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class CaptureHandlersTest {

    private static final int GLOBAL = 0;
    private static final int RELAXED = 2;
    private static final int NON_BLOCKING = 1;
    private static final int EXTERNAL = 1;
    private static final int KERNEL_NODE = 0;
    private static final int GRAPH_NODE = 4;
    private static final int WAIT_EVENT_NODE = 6;
    private static final int EVENT_RECORD_NODE = 7;

    private ClientProgram program;
    private long data;
    private long kernel;
    private long stream;
    private long other;
    private long event;

    @BeforeEach
    void begin() {
        program = ClientProgram.run().ready();
        data = program.allocate(64);
        kernel = program.kernel(ClientKernels.ADD, "add");
        stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
        other = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
        event = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private void capture(long captured, int mode) {
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, captured, mode);
    }

    private void add(long where) {
        program.ok(DriverFunction.CU_LAUNCH_KERNEL, kernel, 1, 1, 1, 1, 1, 1, 0, where, block());
    }

    /// The parameters of the kernel.
    private byte[] block() {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(data).array();
    }

    private DriverResult result(DriverFunction function, Object... inputs) {
        return program.result(function, inputs);
    }

    /// The types of the nodes of a graph, in the order of their creation.
    private List<Long> types(long graph) {
        return nodes(program.call(DriverFunction.CU_GRAPH_GET_NODES, graph).buffers().getFirst())
                .stream()
                .map(node -> program.ok(DriverFunction.CU_GRAPH_NODE_GET_TYPE, node))
                .toList();
    }

    private static List<Long> nodes(byte[] list) {
        var buffer = ByteBuffer.wrap(list).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        var handles = new long[buffer.remaining()];
        buffer.get(handles);
        return Arrays.stream(handles).boxed().toList();
    }

    @Test
    void whatIsCapturedRunsAtEachLaunch() {
        program.write(data, 0);
        capture(stream, GLOBAL);
        add(stream);
        add(stream);
        long graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);

        assertThat(program.read(data, 1)).containsExactly(0);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, stream);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, stream);
        assertThat(program.read(data, 1)).containsExactly(4);
    }

    @Test
    void aStreamThatWaitsForACapturedEventTakesPart() {
        capture(stream, GLOBAL);
        add(stream);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);
        assertThat(program.ok(DriverFunction.CU_STREAM_IS_CAPTURING, other)).isZero();
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, other, event, 0);
        assertThat(program.ok(DriverFunction.CU_STREAM_IS_CAPTURING, other)).isEqualTo(1);
        add(other);
        add(stream);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, other);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, stream, event, 0);
        add(stream);
        long graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);

        var edges = program.call(DriverFunction.CU_GRAPH_GET_EDGES, graph).buffers();
        var all =
                nodes(program.call(DriverFunction.CU_GRAPH_GET_NODES, graph).buffers().getFirst());
        assertThat(nodes(edges.getFirst()))
                .containsExactly(all.get(0), all.get(0), all.get(2), all.get(1));
        assertThat(nodes(edges.getLast()))
                .containsExactly(all.get(1), all.get(2), all.get(3), all.get(3));
        assertThat(program.ok(DriverFunction.CU_STREAM_IS_CAPTURING, other)).isZero();
    }

    /// Calls that wait for a captured stream, or are unsafe: each returns an error and invalidates
    /// the capture.
    @ParameterizedTest
    @EnumSource(
            names = {
                "CU_STREAM_SYNCHRONIZE",
                "CU_STREAM_QUERY",
                "CU_EVENT_SYNCHRONIZE",
                "CU_EVENT_QUERY",
                "CU_CTX_SYNCHRONIZE",
                "CU_LAUNCH_KERNEL",
                "CU_MEMCPY_DTOH",
                "CU_MEM_ALLOC",
                "CU_STREAM_ADD_CALLBACK",
                "CU_GRAPH_UPLOAD"
            })
    void aCallThatIsNotPermittedInvalidatesTheCapture(DriverFunction function) {
        long graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
        capture(stream, GLOBAL);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);

        var result =
                switch (function) {
                    case CU_STREAM_SYNCHRONIZE, CU_STREAM_QUERY -> result(function, stream);
                    case CU_EVENT_SYNCHRONIZE, CU_EVENT_QUERY -> result(function, event);
                    case CU_LAUNCH_KERNEL ->
                            result(function, kernel, 1, 1, 1, 1, 1, 1, 0, 0, block());
                    case CU_MEMCPY_DTOH -> result(function, 0x7000L, data, 4);
                    case CU_MEM_ALLOC -> result(function, 4);
                    case CU_STREAM_ADD_CALLBACK -> result(function, stream, 1, 2, 0);
                    case CU_GRAPH_UPLOAD -> result(function, executable, stream);
                    default -> result(function);
                };

        assertThat(result)
                .isEqualTo(
                        switch (function) {
                            case CU_EVENT_SYNCHRONIZE, CU_EVENT_QUERY ->
                                    DriverResult.CAPTURED_EVENT;
                            case CU_LAUNCH_KERNEL, CU_MEMCPY_DTOH ->
                                    DriverResult.STREAM_CAPTURE_IMPLICIT;
                            default -> DriverResult.STREAM_CAPTURE_UNSUPPORTED;
                        });
        assertThat(program.ok(DriverFunction.CU_STREAM_IS_CAPTURING, stream)).isEqualTo(2);
        assertThat(
                        result(
                                DriverFunction.CU_LAUNCH_KERNEL,
                                kernel,
                                1,
                                1,
                                1,
                                1,
                                1,
                                1,
                                0,
                                stream,
                                block()))
                .isEqualTo(DriverResult.STREAM_CAPTURE_INVALIDATED);
        assertThat(result(DriverFunction.CU_STREAM_END_CAPTURE, stream))
                .isEqualTo(DriverResult.STREAM_CAPTURE_INVALIDATED);
        add(stream);
        program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, stream);
    }

    @Test
    void theLegacyStreamHarmsNoCaptureOfAStreamThatItDoesNotWaitFor() {
        long free = program.ok(DriverFunction.CU_STREAM_CREATE, NON_BLOCKING);
        program.write(data, 5);
        capture(free, GLOBAL);
        add(free);

        assertThat(program.read(data, 1)).containsExactly(5);
        program.ok(DriverFunction.CU_STREAM_END_CAPTURE, free);
    }

    @Test
    void aQuestionAboutTheLegacyStreamHarmsNoCapture() {
        capture(stream, GLOBAL);

        assertThat(result(DriverFunction.CU_STREAM_IS_CAPTURING, 0))
                .isEqualTo(DriverResult.STREAM_CAPTURE_IMPLICIT);
        program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);
    }

    @Test
    void onlyCreatedStreamsAreCapturedAndOnlyOnce() {
        assertThat(result(DriverFunction.CU_STREAM_BEGIN_CAPTURE, 0, GLOBAL))
                .isEqualTo(DriverResult.STREAM_CAPTURE_UNSUPPORTED);
        assertThat(result(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, 3))
                .isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(result(DriverFunction.CU_STREAM_END_CAPTURE, stream))
                .isEqualTo(DriverResult.ILLEGAL_STATE);
        capture(stream, GLOBAL);
        assertThat(result(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, GLOBAL))
                .isEqualTo(DriverResult.ILLEGAL_STATE);
    }

    @Test
    void aCaptureEndsWithItsFirstStreamAndItsThread() throws Exception {
        capture(stream, GLOBAL);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, other, event, 0);
        add(other);
        try (var thread = program.attach()) {
            assertThat(
                            thread.call(
                                            new DriverCall(
                                                    DriverFunction.CU_STREAM_END_CAPTURE,
                                                    List.of(stream),
                                                    List.of()))
                                    .result())
                    .isEqualTo(DriverResult.STREAM_CAPTURE_WRONG_THREAD);
        }
        assertThat(result(DriverFunction.CU_STREAM_END_CAPTURE, stream))
                .isEqualTo(DriverResult.STREAM_CAPTURE_UNJOINED);

        capture(stream, RELAXED);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, other, event, 0);
        assertThat(result(DriverFunction.CU_STREAM_END_CAPTURE, other))
                .isEqualTo(DriverResult.STREAM_CAPTURE_UNMATCHED);
    }

    @Test
    void capturesDoNotMeet() {
        long outside = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
        program.ok(DriverFunction.CU_EVENT_RECORD, outside, other);
        capture(stream, GLOBAL);
        assertThat(result(DriverFunction.CU_STREAM_WAIT_EVENT, stream, outside, 0))
                .isEqualTo(DriverResult.STREAM_CAPTURE_ISOLATION);
        assertThat(result(DriverFunction.CU_STREAM_END_CAPTURE, stream))
                .isEqualTo(DriverResult.STREAM_CAPTURE_INVALIDATED);

        capture(stream, GLOBAL);
        capture(other, GLOBAL);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);
        assertThat(result(DriverFunction.CU_STREAM_WAIT_EVENT, other, event, 0))
                .isEqualTo(DriverResult.STREAM_CAPTURE_MERGE);
        for (long each : new long[] {stream, other}) {
            assertThat(result(DriverFunction.CU_STREAM_END_CAPTURE, each))
                    .isEqualTo(DriverResult.STREAM_CAPTURE_INVALIDATED);
        }
    }

    @Test
    void anEventOfACaptureThatHasEndedIsRecordedAnewBeforeItIsOfUse() {
        capture(stream, GLOBAL);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);
        program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);

        assertThat(result(DriverFunction.CU_STREAM_WAIT_EVENT, other, event, 0))
                .isEqualTo(DriverResult.CAPTURED_EVENT);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, other, event, 0);
        program.ok(DriverFunction.CU_EVENT_SYNCHRONIZE, event);
    }

    /// Who may allocate while a stream is captured (`cuThreadExchangeStreamCaptureMode`).
    @ParameterizedTest
    @CsvSource({
        // mode of the capture, mode of the thread, whether the thread began it, result
        "0, 0, true,  STREAM_CAPTURE_UNSUPPORTED",
        "0, 0, false, STREAM_CAPTURE_UNSUPPORTED",
        "0, 1, true,  STREAM_CAPTURE_UNSUPPORTED",
        "0, 1, false, SUCCESS",
        "0, 2, true,  SUCCESS",
        "1, 0, true,  STREAM_CAPTURE_UNSUPPORTED",
        "1, 0, false, SUCCESS",
        "1, 1, true,  STREAM_CAPTURE_UNSUPPORTED",
        "2, 0, true,  SUCCESS",
        "2, 1, true,  SUCCESS"
    })
    void modesDecideWhoMayAllocate(int mode, int own, boolean isSame, DriverResult expected)
            throws Exception {
        long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
        capture(stream, mode);
        try (var thread = program.attach()) {
            BiFunction<DriverFunction, List<Object>, DriverResult> caller =
                    (function, inputs) ->
                            isSame
                                    ? program.call(function, inputs.toArray()).result()
                                    : thread.call(ClientProgram.call(function, inputs)).result();
            assertThat(caller.apply(DriverFunction.CU_CTX_SET_CURRENT, List.of(context)))
                    .isEqualTo(DriverResult.SUCCESS);
            assertThat(
                            caller.apply(
                                    DriverFunction.CU_THREAD_EXCHANGE_STREAM_CAPTURE_MODE,
                                    List.of(own)))
                    .isEqualTo(DriverResult.SUCCESS);

            assertThat(caller.apply(DriverFunction.CU_MEM_ALLOC, List.of(4))).isEqualTo(expected);
        }
        assertThat(result(DriverFunction.CU_STREAM_END_CAPTURE, stream))
                .isEqualTo(
                        expected == DriverResult.SUCCESS
                                ? DriverResult.SUCCESS
                                : DriverResult.STREAM_CAPTURE_INVALIDATED);
    }

    @Test
    void externalRecordingsAndWaitsAreNodes() {
        long outside = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
        program.ok(DriverFunction.CU_EVENT_RECORD, outside, other);
        capture(stream, GLOBAL);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, stream, outside, EXTERNAL);
        add(stream);
        program.ok(DriverFunction.CU_EVENT_RECORD_WITH_FLAGS, event, stream, EXTERNAL);
        long graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);

        assertThat(types(graph))
                .containsExactly(
                        (long) WAIT_EVENT_NODE, (long) KERNEL_NODE, (long) EVENT_RECORD_NODE);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, stream);
        program.ok(DriverFunction.CU_EVENT_SYNCHRONIZE, event);
        program.ok(DriverFunction.CU_EVENT_ELAPSED_TIME, outside, event);
    }

    @Test
    void aLaunchOfAGraphIsCapturedAsAChild() {
        program.write(data, 0);
        capture(stream, GLOBAL);
        add(stream);
        long inner = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, inner, 0);
        capture(stream, GLOBAL);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, stream);
        add(stream);
        long graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);

        assertThat(types(graph)).containsExactly((long) GRAPH_NODE, (long) KERNEL_NODE);
        long whole = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, whole, 0);
        assertThat(program.read(data, 1)).containsExactly(2);
    }

    @Test
    void aCaptureToAGraphAddsItsNodesAfterOthers() {
        long graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        long first = program.ok(DriverFunction.CU_GRAPH_ADD_EMPTY_NODE, graph, new byte[0]);
        byte[] after =
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(first)
                        .array();
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE_TO_GRAPH, stream, graph, after, GLOBAL);
        assertThat(
                        result(
                                DriverFunction.CU_STREAM_BEGIN_CAPTURE_TO_GRAPH,
                                stream,
                                graph,
                                after,
                                GLOBAL))
                .isEqualTo(DriverResult.ILLEGAL_STATE);
        add(stream);

        assertThat(program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream)).isEqualTo(graph);
        assertThat(types(graph)).containsExactly(5L, (long) KERNEL_NODE);
        assertThat(
                        nodes(
                                program.call(
                                                DriverFunction.CU_GRAPH_NODE_GET_DEPENDENT_NODES,
                                                first)
                                        .buffers()
                                        .getFirst()))
                .hasSize(1);
    }

    @Test
    void aCaptureToAGraphThatIsInvalidatedLeavesTheGraph() {
        long graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        program.ok(
                DriverFunction.CU_STREAM_BEGIN_CAPTURE_TO_GRAPH,
                stream,
                graph,
                new byte[0],
                GLOBAL);
        add(stream);
        result(DriverFunction.CU_MEM_ALLOC, 4);

        assertThat(result(DriverFunction.CU_STREAM_END_CAPTURE, stream))
                .isEqualTo(DriverResult.STREAM_CAPTURE_INVALIDATED);
        assertThat(types(graph)).containsExactly((long) KERNEL_NODE);
    }

    @Test
    void aStreamThatOnlyTakesPartInACaptureIsDestroyedWithoutHarm() {
        capture(stream, GLOBAL);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, other, event, 0);
        add(other);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, other);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, stream, event, 0);

        program.ok(DriverFunction.CU_STREAM_DESTROY, other);

        assertThat(types(program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream)))
                .containsExactly((long) KERNEL_NODE);
    }

    @Test
    void aCaptureIsInvalidatedWithTheStreamThatItBeganWith() {
        capture(stream, GLOBAL);
        program.ok(DriverFunction.CU_EVENT_RECORD, event, stream);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, other, event, 0);

        program.ok(DriverFunction.CU_STREAM_DESTROY, stream);

        assertThat(program.ok(DriverFunction.CU_STREAM_IS_CAPTURING, other)).isEqualTo(2);
    }
}
