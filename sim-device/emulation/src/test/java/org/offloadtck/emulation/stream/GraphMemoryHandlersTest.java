package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;

class GraphMemoryHandlersTest {

    private static final int AUTO_FREE = 1;
    private static final int USED = 0;
    private static final int USED_HIGH = 1;
    private static final int RESERVED_HIGH = 3;
    private static final long GRANULARITY = 2L << 20;

    private ClientProgram program;
    private long kernel;
    private long graph;
    private long stream;
    private long out;

    @BeforeEach
    void begin() {
        program = ClientProgram.run().ready();
        kernel = program.kernel(ClientKernels.ADD, "add");
        graph = graph();
        stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        out = program.allocate(64);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private long graph() {
        return program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
    }

    private static byte[] handles(long... values) {
        var buffer = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(buffer::putLong);
        return buffer.array();
    }

    /// A node and the address of its memory.
    private record Node(long handle, long address) {}

    private Node allocation(long bytes, long... dependencies) {
        var reply = add(1, 0, 1, 0, 0, bytes, dependencies);
        assertThat(reply.result()).isEqualTo(DriverResult.SUCCESS);
        return new Node(reply.outputs().getFirst(), reply.outputs().getLast());
    }

    private DriverReply add(
            int type, int handles, int place, int ordinal, int access, long bytes, long... nodes) {
        return program.call(
                DriverFunction.CU_GRAPH_ADD_MEM_ALLOC_NODE,
                graph,
                handles(nodes),
                type,
                handles,
                place,
                ordinal,
                new byte[access * 12],
                access,
                bytes);
    }

    private long fill(long address, int value, long... dependencies) {
        return program.ok(
                DriverFunction.CU_GRAPH_ADD_MEMSET_NODE,
                graph,
                handles(dependencies),
                address,
                0,
                value,
                4,
                1,
                1,
                program.ok(DriverFunction.CU_CTX_GET_CURRENT));
    }

    private long add(long address, long... dependencies) {
        return program.ok(
                DriverFunction.CU_GRAPH_ADD_KERNEL_NODE,
                graph,
                handles(dependencies),
                kernel,
                1,
                1,
                1,
                1,
                1,
                1,
                0,
                handles(address));
    }

    private long free(long address, long... dependencies) {
        return program.ok(
                DriverFunction.CU_GRAPH_ADD_MEM_FREE_NODE, graph, handles(dependencies), address);
    }

    private DriverResult freed(long address) {
        return program.result(DriverFunction.CU_GRAPH_ADD_MEM_FREE_NODE, graph, handles(), address);
    }

    private long executable(int flags) {
        return program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, flags);
    }

    private DriverResult launch(long executable) {
        return program.result(DriverFunction.CU_GRAPH_LAUNCH, executable, stream);
    }

    private DriverResult synchronize() {
        return program.result(DriverFunction.CU_STREAM_SYNCHRONIZE, stream);
    }

    private long attribute(int number) {
        return program.ok(DriverFunction.CU_DEVICE_GET_GRAPH_MEM_ATTRIBUTE, 0, number);
    }

    /// A graph that leaves 5 in memory that it allocates.
    private Node lasting() {
        var node = allocation(64);
        add(node.address(), fill(node.address(), 4, node.handle()));
        return node;
    }

    @Test
    void memoryOfAGraphHasOneAddressInAllLaunches() {
        var node = allocation(64);
        long added = add(node.address(), fill(node.address(), 4, node.handle()));
        free(node.address(), added);
        long executable = executable(0);

        for (int round = 0; round < 3; round++) {
            assertThat(launch(executable)).isEqualTo(DriverResult.SUCCESS);
        }

        assertThat(synchronize()).isEqualTo(DriverResult.SUCCESS);
        assertThat(
                        program.call(
                                        DriverFunction.CU_GRAPH_MEM_ALLOC_NODE_GET_PARAMS,
                                        node.handle())
                                .outputs())
                .containsExactly(0L, 64L, node.address());
        assertThat(program.result(DriverFunction.CU_MEM_FREE, node.address()))
                .isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.result(DriverFunction.CU_MEMCPY_DTOH, 0x7000L, node.address(), 4L))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void memoryThatItsGraphDoesNotFreeIsReadAndFreedByTheProgram() {
        var node = lasting();
        long executable = executable(0);

        for (int round = 0; round < 2; round++) {
            assertThat(launch(executable)).isEqualTo(DriverResult.SUCCESS);
            assertThat(launch(executable)).isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_MEMCPY_DTOD_ASYNC, out, node.address(), 4L, stream);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_ADDRESS_RANGE, node.address() + 8))
                    .isEqualTo(node.address());
            if (round == 0) {
                program.ok(DriverFunction.CU_MEM_FREE_ASYNC, node.address(), stream);
            } else {
                program.ok(DriverFunction.CU_MEM_FREE, node.address());
            }
            assertThat(program.read(out, 1)).containsExactly(5);
            assertThat(program.result(DriverFunction.CU_MEM_FREE, node.address()))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void anotherGraphFreesMemoryOfAGraph() {
        var node = lasting();
        long executable = executable(0);
        long owner = graph;
        graph = graph();
        free(node.address());
        long freeing = executable(0);

        assertThat(launch(freeing)).isEqualTo(DriverResult.INVALID_VALUE);
        for (int round = 0; round < 2; round++) {
            assertThat(launch(executable)).isEqualTo(DriverResult.SUCCESS);
            assertThat(launch(freeing)).isEqualTo(DriverResult.SUCCESS);
        }
        assertThat(synchronize()).isEqualTo(DriverResult.SUCCESS);

        assertThat(freed(node.address())).isEqualTo(DriverResult.INVALID_VALUE);
        graph = owner;
        assertThat(freed(node.address())).isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void aGraphFreesItsMemoryOnceAndNoOtherMemory() {
        var node = allocation(64);
        free(node.address(), node.handle());

        assertThat(freed(node.address())).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(freed(out)).isEqualTo(DriverResult.INVALID_VALUE);
        graph = graph();
        assertThat(freed(node.address())).isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void aLaunchFreesWhatTheLaunchBeforeHasLeftIfTheProgramAsksForThat() {
        var node = lasting();
        long executable = executable(AUTO_FREE);

        for (int round = 0; round < 3; round++) {
            assertThat(launch(executable)).isEqualTo(DriverResult.SUCCESS);
        }

        assertThat(synchronize()).isEqualTo(DriverResult.SUCCESS);
        assertThat(attribute(USED)).isEqualTo(GRANULARITY);
        program.ok(DriverFunction.CU_MEM_FREE, node.address());
    }

    @Test
    void laterNodesUseAnAddressAgainThatAnEarlierOneHasFreed() {
        var first = allocation(64);
        long freeing = free(first.address(), first.handle());
        long filler = program.ok(DriverFunction.CU_GRAPH_ADD_EMPTY_NODE, graph, handles(freeing));

        var unordered = allocation(64, first.handle());
        var larger = allocation(65, freeing);
        var second = allocation(64, filler);
        var third = allocation(64, filler);

        assertThat(second.address()).isEqualTo(first.address());
        assertThat(unordered.address()).isNotEqualTo(first.address());
        assertThat(larger.address()).isNotEqualTo(first.address());
        assertThat(third.address()).isNotEqualTo(first.address());
        add(second.address(), fill(second.address(), 1, second.handle()));
        assertThat(launch(executable(0))).isEqualTo(DriverResult.SUCCESS);
        assertThat(synchronize()).isEqualTo(DriverResult.SUCCESS);
        assertThat(program.read(second.address(), 1)).containsExactly(2);
    }

    @Test
    void accessBeforeTheAllocationOrAfterTheFreeIsAFault() {
        var node = allocation(64);
        long freeing = free(node.address(), node.handle());
        add(node.address(), freeing);

        assertThat(launch(executable(0))).isEqualTo(DriverResult.SUCCESS);

        assertThat(synchronize()).isEqualTo(DriverResult.ILLEGAL_ADDRESS);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aNodeThatFreesBeforeItsMemoryIsAllocatedFailsTheContext(boolean isFirst) {
        var node = allocation(64);
        if (isFirst) {
            program.ok(
                    DriverFunction.CU_GRAPH_ADD_DEPENDENCIES,
                    graph,
                    handles(free(node.address())),
                    handles(node.handle()));
        } else {
            free(node.address(), node.handle());
        }

        assertThat(launch(executable(0))).isEqualTo(DriverResult.SUCCESS);

        assertThat(synchronize())
                .isEqualTo(isFirst ? DriverResult.ILLEGAL_ADDRESS : DriverResult.SUCCESS);
    }

    @Test
    void aGraphWithNodesOfMemoryStaysAsItIs() {
        var node = allocation(64);
        long empty =
                program.ok(DriverFunction.CU_GRAPH_ADD_EMPTY_NODE, graph, handles(node.handle()));
        long parent = graph();
        long executable = executable(0);

        assertThat(program.result(DriverFunction.CU_GRAPH_CLONE, graph))
                .isEqualTo(DriverResult.NOT_SUPPORTED);
        assertThat(program.result(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0))
                .isEqualTo(DriverResult.NOT_SUPPORTED);
        assertThat(program.result(DriverFunction.CU_GRAPH_DESTROY_NODE, empty))
                .isEqualTo(DriverResult.NOT_SUPPORTED);
        assertThat(
                        program.result(
                                DriverFunction.CU_GRAPH_REMOVE_DEPENDENCIES,
                                graph,
                                handles(node.handle()),
                                handles(empty)))
                .isEqualTo(DriverResult.NOT_SUPPORTED);
        assertThat(
                        program.result(
                                DriverFunction.CU_GRAPH_ADD_CHILD_GRAPH_NODE,
                                parent,
                                handles(),
                                graph,
                                0))
                .isEqualTo(DriverResult.NOT_SUPPORTED);
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, 0);
        assertThat(launch(executable)).isEqualTo(DriverResult.NOT_SUPPORTED);
        program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);

        program.ok(DriverFunction.CU_GRAPH_EXEC_DESTROY, executable);
        executable(0);
    }

    @Test
    void allocationsOfACapturedStreamBecomeNodes() {
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, 0);
        assertThat(program.ok(DriverFunction.CU_MEM_ALLOC_ASYNC, 0, stream)).isZero();
        long first = program.ok(DriverFunction.CU_MEM_ALLOC_ASYNC, 64, stream);
        program.ok(DriverFunction.CU_MEMSET_D32_ASYNC, first, 6, 1L, stream);
        program.ok(DriverFunction.CU_MEMCPY_DTOD_ASYNC, out, first, 4L, stream);
        assertThat(program.result(DriverFunction.CU_MEM_FREE_ASYNC, out, stream))
                .isEqualTo(DriverResult.INVALID_VALUE);
        program.ok(DriverFunction.CU_MEM_FREE_ASYNC, first, stream);
        long second =
                program.ok(
                        DriverFunction.CU_MEM_ALLOC_FROM_POOL_ASYNC,
                        64,
                        program.ok(DriverFunction.CU_DEVICE_GET_DEFAULT_MEM_POOL, 0),
                        stream);
        graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);

        assertThat(second).isEqualTo(first);
        assertThat(launch(executable(0))).isEqualTo(DriverResult.SUCCESS);
        assertThat(synchronize()).isEqualTo(DriverResult.SUCCESS);
        assertThat(program.read(out, 1)).containsExactly(6);
        program.ok(DriverFunction.CU_MEM_FREE_ASYNC, second, stream);
    }

    @Test
    void afterACaptureIsInvalidatedNothingIsAllocatedOrFreed() {
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, 0);
        program.call(DriverFunction.CU_MEM_ALLOC, 64);

        assertThat(program.result(DriverFunction.CU_MEM_ALLOC_ASYNC, 64, stream))
                .isEqualTo(DriverResult.STREAM_CAPTURE_INVALIDATED);
        assertThat(program.result(DriverFunction.CU_MEM_FREE_ASYNC, 0L, stream))
                .isEqualTo(DriverResult.STREAM_CAPTURE_INVALIDATED);
    }

    @Test
    void launchesInOneStreamShareMemoryUntilItIsTrimmed() {
        long other = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        long free = program.ok(DriverFunction.CU_MEM_GET_INFO);
        var node = allocation(GRANULARITY - 64);
        free(node.address(), node.handle());
        long executable = executable(0);
        assertThat(attribute(USED)).isZero();

        for (long each : new long[] {stream, stream, other}) {
            program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, each);
            assertThat(attribute(USED)).isEqualTo(each == other ? 2 * GRANULARITY : GRANULARITY);
        }
        program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
        assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(free - 2 * GRANULARITY);

        program.ok(DriverFunction.CU_DEVICE_GRAPH_MEM_TRIM, 0);
        assertThat(attribute(USED)).isZero();
        assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(free);
        assertThat(attribute(USED_HIGH)).isEqualTo(2 * GRANULARITY);
        program.ok(DriverFunction.CU_DEVICE_SET_GRAPH_MEM_ATTRIBUTE, 0, USED_HIGH, 0L);
        assertThat(attribute(USED_HIGH)).isZero();
        assertThat(attribute(RESERVED_HIGH)).isEqualTo(2 * GRANULARITY);
    }

    @Test
    void memoryThatIsNotFreedStaysWhenMemoryIsTrimmed() {
        var node = lasting();
        launch(executable(0));
        synchronize();

        program.ok(DriverFunction.CU_DEVICE_GRAPH_MEM_TRIM, 0);
        assertThat(attribute(USED)).isEqualTo(GRANULARITY);
        program.ok(DriverFunction.CU_MEM_FREE, node.address());
        assertThat(attribute(USED)).isEqualTo(GRANULARITY);
        program.ok(DriverFunction.CU_DEVICE_GRAPH_MEM_TRIM, 0);
        assertThat(attribute(USED)).isZero();
    }

    @Test
    void aLaunchThatTakesMoreThanTheDeviceHasFails() {
        var node = allocation(64);
        free(node.address(), node.handle());
        long executable = executable(0);
        long rest = program.ok(DriverFunction.CU_MEM_GET_INFO) / GRANULARITY * GRANULARITY;
        long physical = program.ok(DriverFunction.CU_MEM_CREATE, rest, 1, 0, 1, 0, 0, 0, 0, 0, 0);

        assertThat(launch(executable)).isEqualTo(DriverResult.OUT_OF_MEMORY);
        program.ok(DriverFunction.CU_MEM_RELEASE, physical);
        assertThat(launch(executable)).isEqualTo(DriverResult.SUCCESS);
        assertThat(add(1, 0, 1, 0, 0, -1L).result()).isEqualTo(DriverResult.OUT_OF_MEMORY);
    }

    @Test
    void addressesAreKeptAsLongAsAGraphOrItsMemoryExists() {
        long address = lasting().address();
        long executable = executable(0);
        long owner = graph;
        graph = graph();
        program.ok(DriverFunction.CU_GRAPH_DESTROY, owner);
        fill(address, 1);

        assertThat(launch(executable)).isEqualTo(DriverResult.SUCCESS);
        program.ok(DriverFunction.CU_GRAPH_EXEC_DESTROY, executable);
        assertThat(program.read(address, 1)).containsExactly(5);
        program.ok(DriverFunction.CU_MEM_FREE, address);

        assertThat(
                        program.result(
                                DriverFunction.CU_GRAPH_ADD_MEMSET_NODE,
                                graph,
                                handles(),
                                address,
                                0,
                                1,
                                4,
                                1,
                                1,
                                program.ok(DriverFunction.CU_CTX_GET_CURRENT)))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1, 0, 0, 64, INVALID_VALUE",
        "1, 1, 1, 0, 0, 64, NOT_SUPPORTED",
        "1, 0, 2, 0, 0, 64, INVALID_VALUE",
        "1, 0, 1, 7, 0, 64, INVALID_DEVICE",
        "1, 0, 1, 0, 2, 64, INVALID_VALUE",
        "1, 0, 1, 0, 1, 64, INVALID_VALUE",
        "1, 0, 1, 0, 0, 0, INVALID_VALUE"
    })
    void argumentsOfAllocationNodesAreChecked(
            int type,
            int handles,
            int place,
            int ordinal,
            int access,
            long bytes,
            DriverResult result) {
        assertThat(add(type, handles, place, ordinal, access, bytes).result()).isEqualTo(result);
    }

    @Test
    void attributesOfGraphMemoryAreCheckedAndOnlyHighWatermarksAreReset() {
        for (var wanted : new long[][] {{0, 0}, {2, 0}, {1, 5}, {4, 0}}) {
            assertThat(
                            program.result(
                                    DriverFunction.CU_DEVICE_SET_GRAPH_MEM_ATTRIBUTE,
                                    0,
                                    wanted[0],
                                    wanted[1]))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
        assertThat(program.result(DriverFunction.CU_DEVICE_GET_GRAPH_MEM_ATTRIBUTE, 0, 4))
                .isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.result(DriverFunction.CU_DEVICE_GRAPH_MEM_TRIM, 7))
                .isEqualTo(DriverResult.INVALID_DEVICE);
    }

    @Test
    void memoryThatALaunchHasLeftAllocatedIsALeak() {
        program.close();
        program = ClientProgram.run("--check", "leaks").ready();
        kernel = program.kernel(ClientKernels.ADD, "add");
        graph = graph();
        stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        lasting();
        launch(executable(0));
        synchronize();

        assertThat(program.finish().report()).contains("leak: 64 bytes of cuGraphAddMemAllocNode");
    }
}
