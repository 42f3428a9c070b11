package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class AttributeHandlersTest {

    private static final int WINDOW = 1;
    private static final int COOPERATIVE = 2;
    private static final int POLICY = 3;
    private static final int CLUSTER = 4;
    private static final int PRIORITY = 8;
    private static final int DOMAINS = 9;
    private static final int CARVEOUT = 14;

    private ClientProgram program;
    private long stream;
    private long kernel;
    private long data;

    @BeforeEach
    void begin() {
        program = ClientProgram.run("--device", "h200").ready();
        stream = program.ok(DriverFunction.CU_STREAM_CREATE_WITH_PRIORITY, 0, -2);
        kernel = program.kernel(ClientKernels.ADD, "add");
        data = program.allocate(1 << 20);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private static byte[] value(int... numbers) {
        var buffer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        for (int number : numbers) {
            buffer.putInt(number);
        }
        return buffer.array();
    }

    private byte[] window(long bytes, float ratio, int hit, int miss) {
        return ByteBuffer.allocate(64)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(data)
                .putLong(bytes)
                .putFloat(ratio)
                .putInt(hit)
                .putInt(miss)
                .array();
    }

    private void set(long of, int attribute, byte[] value) {
        program.ok(DriverFunction.CU_STREAM_SET_ATTRIBUTE, of, attribute, value);
    }

    private DriverResult refused(int attribute, byte[] value) {
        return program.result(DriverFunction.CU_STREAM_SET_ATTRIBUTE, stream, attribute, value);
    }

    private byte[] get(long of, int attribute) {
        return program.call(DriverFunction.CU_STREAM_GET_ATTRIBUTE, of, attribute)
                .buffers()
                .getFirst();
    }

    @Test
    void aStreamReturnsTheAttributesThatItsProgramSets() {
        var window = window(1 << 20, 0.5f, 2, 1);
        set(stream, WINDOW, window);
        set(stream, POLICY, value(2));
        set(stream, PRIORITY, value(-9));

        assertThat(get(stream, WINDOW)).isEqualTo(window);
        assertThat(get(stream, POLICY)).isEqualTo(value(2));
        assertThat(get(stream, PRIORITY)).isEqualTo(value(-5));
        assertThat(program.ok(DriverFunction.CU_STREAM_GET_PRIORITY, stream)).isEqualTo(-5);
    }

    @Test
    void aStreamHasAttributesThatNobodyHasSet() {
        assertThat(get(stream, WINDOW)).isEqualTo(value());
        assertThat(get(stream, POLICY)).isEqualTo(value(1));
        assertThat(get(stream, PRIORITY)).isEqualTo(value(-2));
        assertThat(get(stream, DOMAINS)).isEqualTo(value(0x100));
        assertThat(program.ok(DriverFunction.CU_STREAM_GET_DEVICE, stream)).isZero();
    }

    @Test
    void attributesAreCopiedFromStreamToStream() {
        long other = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
        set(stream, POLICY, value(4));

        program.ok(DriverFunction.CU_STREAM_COPY_ATTRIBUTES, other, stream);

        assertThat(get(other, POLICY)).isEqualTo(value(4));
        assertThat(get(other, PRIORITY)).isEqualTo(value(-2));
        set(stream, POLICY, value(3));
        assertThat(get(other, POLICY)).isEqualTo(value(4));
    }

    @Test
    void valuesAndNumbersOfAttributesAreChecked() {
        for (var value :
                new byte[][] {
                    window(-1, 1, 0, 0),
                    window(134_217_729, 1, 0, 0),
                    window(64, 1.5f, 0, 0),
                    window(64, Float.NaN, 0, 0),
                    window(64, -0.5f, 0, 0),
                    window(64, 1, 3, 0),
                    window(64, 1, 0, 2)
                }) {
            assertThat(refused(WINDOW, value)).isEqualTo(DriverResult.INVALID_VALUE);
        }
        assertThat(refused(POLICY, value(0))).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(refused(POLICY, value(5))).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(refused(10, value(2))).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(refused(COOPERATIVE, value(1))).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.result(DriverFunction.CU_STREAM_GET_ATTRIBUTE, stream, 99))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"t4, NOT_SUPPORTED", "h200, SUCCESS"})
    void devicesWithAPersistingCacheResetIt(String device, DriverResult result) {
        try (var other = ClientProgram.run("--device", device).ready()) {
            assertThat(other.result(DriverFunction.CU_CTX_RESET_PERSISTING_L2_CACHE))
                    .isEqualTo(result);
        }
    }

    private long node(long graph, int ctas) {
        return program.ok(
                DriverFunction.CU_GRAPH_ADD_KERNEL_NODE,
                graph,
                new byte[0],
                kernel,
                ctas,
                1,
                1,
                1,
                1,
                1,
                0,
                handle());
    }

    private byte[] handle() {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(data).array();
    }

    private byte[] ofNode(long node, int attribute) {
        return program.call(DriverFunction.CU_GRAPH_KERNEL_NODE_GET_ATTRIBUTE, node, attribute)
                .buffers()
                .getFirst();
    }

    private DriverResult setOfNode(long node, int attribute, byte[] value) {
        return program.result(
                DriverFunction.CU_GRAPH_KERNEL_NODE_SET_ATTRIBUTE, node, attribute, value);
    }

    @Test
    void aKernelNodeKeepsItsAttributesWhenItsParametersChange() {
        long graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        long node = node(graph, 1);
        long other = node(graph, 1);
        assertThat(ofNode(node, COOPERATIVE)).isEqualTo(value(0));
        assertThat(ofNode(node, CLUSTER)).isEqualTo(value(1, 1, 1));
        assertThat(ofNode(node, CARVEOUT)).isEqualTo(value(-1));

        assertThat(setOfNode(node, COOPERATIVE, value(1))).isEqualTo(DriverResult.SUCCESS);
        assertThat(setOfNode(node, PRIORITY, value(-3))).isEqualTo(DriverResult.SUCCESS);
        program.ok(
                DriverFunction.CU_GRAPH_KERNEL_NODE_SET_PARAMS,
                node,
                kernel,
                2,
                1,
                1,
                1,
                1,
                1,
                0,
                handle());
        program.ok(DriverFunction.CU_GRAPH_KERNEL_NODE_COPY_ATTRIBUTES, other, node);

        for (long each : new long[] {node, other}) {
            assertThat(ofNode(each, COOPERATIVE)).isEqualTo(value(1));
            assertThat(ofNode(each, PRIORITY)).isEqualTo(value(-3));
        }
        long copy = program.ok(DriverFunction.CU_GRAPH_CLONE, graph);
        long copied = program.ok(DriverFunction.CU_GRAPH_NODE_FIND_IN_CLONE, node, copy);
        assertThat(ofNode(copied, PRIORITY)).isEqualTo(value(-3));
    }

    @Test
    void attributesOfNodesAreChecked() {
        long graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        long large = node(graph, 1 << 20);
        long empty = program.ok(DriverFunction.CU_GRAPH_ADD_EMPTY_NODE, graph, new byte[0]);

        assertThat(setOfNode(large, COOPERATIVE, value(1)))
                .isEqualTo(DriverResult.COOPERATIVE_LAUNCH_TOO_LARGE);
        assertThat(setOfNode(large, CLUSTER, value(2, 1, 1))).isEqualTo(DriverResult.NOT_SUPPORTED);
        assertThat(setOfNode(large, POLICY, value(1))).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(setOfNode(large, CARVEOUT, value(101))).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(setOfNode(empty, PRIORITY, value(0))).isEqualTo(DriverResult.INVALID_VALUE);
    }
}
