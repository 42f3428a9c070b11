package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class GraphHandlersTest {

    private ClientProgram program;
    private long data;
    private long kernel;
    private long graph;

    @BeforeEach
    void begin() {
        program = ClientProgram.run().ready();
        data = program.allocate(64);
        kernel = program.kernel(ClientKernels.ADD, "add");
        graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private static byte[] handles(long... values) {
        var buffer = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(buffer::putLong);
        return buffer.array();
    }

    private Object[] kernelNode(long... dependencies) {
        return new Object[] {
            graph, handles(dependencies), kernel, 1, 1, 1, 1, 1, 1, 0, handles(data)
        };
    }

    private long addKernel(long... dependencies) {
        return program.ok(DriverFunction.CU_GRAPH_ADD_KERNEL_NODE, kernelNode(dependencies));
    }

    private long addFill(int value, long... dependencies) {
        long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
        return program.ok(
                DriverFunction.CU_GRAPH_ADD_MEMSET_NODE,
                graph,
                handles(dependencies),
                data,
                0,
                value,
                4,
                1,
                1,
                context);
    }

    private void launch() {
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);
    }

    @Test
    void aNodeWaitsForThoseThatItDependsOnWhateverTheOrderOfTheirCreation() {
        long last = addKernel();
        long first = addFill(40);
        program.ok(DriverFunction.CU_GRAPH_ADD_DEPENDENCIES, graph, handles(first), handles(last));

        launch();

        assertThat(program.read(data, 1)).containsExactly(41);
    }

    /// A loop of kernels and one without nodes. The process ends nevertheless.
    @Test
    @Timeout(60)
    void otherStreamsMakeProgressBesideLoopsWithoutAnEnd() {
        for (boolean isEmpty : new boolean[] {false, true}) {
            var body = loop();
            if (!isEmpty) {
                var node = kernelNode();
                node[0] = body;
                program.ok(DriverFunction.CU_GRAPH_ADD_KERNEL_NODE, node);
            }
            long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
            program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, stream);
            graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        }
        long word = program.allocate(4);
        long other = program.ok(DriverFunction.CU_STREAM_CREATE, 1);

        program.ok(DriverFunction.CU_STREAM_WRITE_VALUE_32, other, word, 5, 0);
        program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, other);
        program.ok(DriverFunction.CU_STREAM_WRITE_VALUE_32, other, word, 6, 0);
        program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, other);
    }

    /// The body of a loop in the graph whose condition is always 1.
    private long loop() {
        long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
        long condition =
                program.ok(DriverFunction.CU_GRAPH_CONDITIONAL_HANDLE_CREATE, graph, context, 1, 1);
        var reply =
                program.call(
                        DriverFunction.CU_GRAPH_ADD_NODE,
                        graph,
                        handles(),
                        condition,
                        1,
                        1,
                        context);
        return ByteBuffer.wrap(reply.buffers().getFirst()).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /// The first node waits until another stream stores a number: the second waits for the node.
    @Test
    void aNodeWaitsWhileThoseThatItDependsOnWait() {
        long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        long other = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        program.write(data, 0);
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, 0);
        program.ok(DriverFunction.CU_STREAM_WAIT_VALUE_32, stream, data, 5, 1);
        program.ok(
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
                handles(data));
        graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);

        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, stream);
        program.ok(DriverFunction.CU_STREAM_WRITE_VALUE_32, other, data, 5, 0);
        program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, stream);

        assertThat(program.read(data, 1)).containsExactly(6);
    }

    @Test
    void nodesThatWaitForEachOtherAreNoExecutableGraph() {
        long one = addKernel();
        long two = addKernel(one);
        program.ok(DriverFunction.CU_GRAPH_ADD_DEPENDENCIES, graph, handles(two), handles(one));

        assertThat(program.result(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void anEdgeExistsOnceAndBetweenTwoNodesOfTheGraph() {
        long one = addKernel();
        long two = addKernel(one);
        long foreign = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        for (var ends : new long[][] {{one, two}, {one, one}, {one, foreign}, {7, one}}) {
            assertThat(
                            program.result(
                                    DriverFunction.CU_GRAPH_ADD_DEPENDENCIES,
                                    graph,
                                    handles(ends[0]),
                                    handles(ends[1])))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
        assertThat(
                        program.result(
                                DriverFunction.CU_GRAPH_REMOVE_DEPENDENCIES,
                                graph,
                                handles(two),
                                handles(one)))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void aNodeThatIsDestroyedTakesItsEdgesAlong() {
        long one = addFill(3);
        long two = addKernel(one);

        program.ok(DriverFunction.CU_GRAPH_DESTROY_NODE, one);

        assertThat(
                        program.call(DriverFunction.CU_GRAPH_NODE_GET_DEPENDENCIES, two)
                                .buffers()
                                .getFirst())
                .isEmpty();
        assertThat(program.result(DriverFunction.CU_GRAPH_NODE_GET_TYPE, one))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void aCopyIsIndependent() {
        long one = addFill(3);
        addKernel(one);
        long copy = program.ok(DriverFunction.CU_GRAPH_CLONE, graph);
        long copied = program.ok(DriverFunction.CU_GRAPH_NODE_FIND_IN_CLONE, one, copy);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        graph = copy;

        launch();

        assertThat(program.read(data, 1)).containsExactly(4);
        program.ok(DriverFunction.CU_GRAPH_DESTROY_NODE, copied);
        assertThat(program.result(DriverFunction.CU_GRAPH_GET_NODES, one))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void whatWasInstantiatedStaysAsItWas() {
        program.write(data, 0);
        long node = addKernel();
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
        program.ok(DriverFunction.CU_GRAPH_DESTROY_NODE, node);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);

        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);

        assertThat(program.read(data, 1)).containsExactly(1);
        program.ok(DriverFunction.CU_GRAPH_EXEC_DESTROY, executable);
        assertThat(program.result(DriverFunction.CU_GRAPH_LAUNCH, executable, 0))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    /// Ten thousand nodes in one chain, each of which waits for all that matters.
    @Test
    void aLongChainIsInstantiatedAndLaunched() {
        program.write(data, 0);
        long before = addKernel();
        for (int i = 1; i < 10_000; i++) {
            before = addKernel(before);
        }

        launch();

        assertThat(program.read(data, 1)).containsExactly(10_000);
    }

    /// Two nodes without an edge run at the same time: the first waits for what the second stores.
    @Test
    void nodesWithoutAnEdgeMakeProgressTogether() {
        long waiting = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
        long setting = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
        long fork = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
        long join = program.ok(DriverFunction.CU_EVENT_CREATE, 0);
        program.write(data, 0);
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, waiting, 0);
        program.ok(DriverFunction.CU_EVENT_RECORD, fork, waiting);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, setting, fork, 0);
        program.ok(DriverFunction.CU_STREAM_WAIT_VALUE_32, waiting, data, 1, 1);
        program.ok(
                DriverFunction.CU_LAUNCH_KERNEL,
                kernel,
                1,
                1,
                1,
                1,
                1,
                1,
                0,
                setting,
                handles(data));
        program.ok(DriverFunction.CU_EVENT_RECORD, join, setting);
        program.ok(DriverFunction.CU_STREAM_WAIT_EVENT, waiting, join, 0);
        graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, waiting);

        launch();

        assertThat(program.read(data, 1)).containsExactly(1);
    }

    @Test
    void anUpdateTakesTheWorkOfAGraphOfTheSameShape() {
        long first = addFill(10);
        addKernel(first);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
        graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        addKernel(addFill(20));

        assertThat(program.call(DriverFunction.CU_GRAPH_EXEC_UPDATE, executable, graph).outputs())
                .containsExactly(0L, 0L);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);
        assertThat(program.read(data, 1)).containsExactly(21);

        graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        long other = addFill(1, addKernel());
        assertThat(program.call(DriverFunction.CU_GRAPH_EXEC_UPDATE, executable, graph).outputs())
                .startsWith(3L);
        graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        addFill(1);
        long unlinked = addKernel();
        assertThat(program.call(DriverFunction.CU_GRAPH_EXEC_UPDATE, executable, graph).outputs())
                .containsExactly(2L, unlinked);
        assertThat(other).isNotEqualTo(unlinked);
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);
        assertThat(program.read(data, 1)).containsExactly(21);
    }

    @Test
    void aNodeKeepsItsType() {
        long fill = addFill(1);
        assertThat(
                        program.result(
                                DriverFunction.CU_GRAPH_KERNEL_NODE_SET_PARAMS,
                                fill,
                                kernel,
                                1,
                                1,
                                1,
                                1,
                                1,
                                1,
                                0,
                                handles(data)))
                .isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.result(DriverFunction.CU_GRAPH_KERNEL_NODE_GET_PARAMS, fill))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void argumentsOfNodesAreCheckedWhenTheyAreAdded() {
        long context = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
        var tooLarge = kernelNode();
        tooLarge[6] = 2048;
        assertThat(program.result(DriverFunction.CU_GRAPH_ADD_KERNEL_NODE, tooLarge))
                .isEqualTo(DriverResult.INVALID_VALUE);
        for (var fill :
                new long[][] {
                    {data, 0, 1, 3, 1, 1},
                    {data + 1, 0, 1, 4, 1, 1},
                    {data, 0, 1, 4, 17, 1},
                    {data, 0, 1, 4, 0, 1},
                    {data, 2, 1, 4, 1, 2}
                }) {
            var inputs =
                    IntStream.range(0, 9)
                            .mapToObj(i ->
                                    i == 0
                                            ? graph
                                            : i == 1 ? handles() : i == 8 ? context : fill[i - 2])
                            .toArray();
            assertThat(program.result(DriverFunction.CU_GRAPH_ADD_MEMSET_NODE, inputs))
                    .as(Arrays.toString(fill))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void aGraphEndsWithItsContext() {
        long own = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
        long node = program.ok(DriverFunction.CU_GRAPH_ADD_HOST_NODE, graph, handles(), 1, 2);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);

        program.ok(DriverFunction.CU_CTX_DESTROY, own);

        assertThat(program.result(DriverFunction.CU_GRAPH_LAUNCH, executable, 0))
                .isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.result(DriverFunction.CU_GRAPH_NODE_GET_TYPE, node))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void injectedFaultsCountLaunchesOfKernelsNotNodes() {
        try (var failing = ClientProgram.run("--inject", "launch-failure@2").ready()) {
            long place = failing.allocate(4);
            long function = failing.kernel(ClientKernels.ADD, "add");
            long own = failing.ok(DriverFunction.CU_GRAPH_CREATE, 0);
            failing.ok(
                    DriverFunction.CU_GRAPH_ADD_KERNEL_NODE,
                    own,
                    handles(),
                    function,
                    1,
                    1,
                    1,
                    1,
                    1,
                    1,
                    0,
                    handles(place));
            long executable = failing.ok(DriverFunction.CU_GRAPH_INSTANTIATE, own, 0);

            failing.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);
            failing.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
            failing.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, 0);
            assertThat(failing.result(DriverFunction.CU_CTX_SYNCHRONIZE))
                    .isEqualTo(DriverResult.LAUNCH_FAILED);
        }
    }
}
