package org.offloadtck.emulation.stream;

import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.EmulatedGraph;
import org.offloadtck.emulation.graph.ExecutableGraph;
import org.offloadtck.emulation.graph.NodeType;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of executable graphs.
///
/// Requirement: ER-27.
public final class GraphLaunchHandlers implements DispatchTable.HandlerGroup {

    /// `CUgraphInstantiate_flags` (CUDA driver API 12.6): `AUTO_FREE_ON_LAUNCH`, `UPLOAD`,
    /// `DEVICE_LAUNCH` and `USE_NODE_PRIORITY`.
    private static final int KNOWN_FLAGS = 15;

    private static final int AUTO_FREE_ON_LAUNCH = 1;

    private static final int DEVICE_LAUNCH = 4;

    /// Index of the context after `CUDA_MEMCPY3D` and after `CUDA_MEMSET_NODE_PARAMS`.
    private static final int COPY_CONTEXT = 25;

    private static final int FILL_CONTEXT = 8;

    private final DriverState state;

    public GraphLaunchHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_GRAPH_INSTANTIATE, this::instantiate);
        table.add(DriverFunction.CU_GRAPH_EXEC_DESTROY, this::destroy);
        table.add(
                DriverFunction.CU_GRAPH_EXEC_GET_FLAGS,
                call -> DriverReply.success((long) executable(call).flags()));
        table.add(
                DriverFunction.CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS,
                call ->
                        set(
                                call,
                                NodeType.KERNEL,
                                new NodeParameters(call, 2)
                                        .kernel(0, AttributeHandlers.residence(call, 1))));
        table.add(
                DriverFunction.CU_GRAPH_EXEC_MEMCPY_NODE_SET_PARAMS,
                call ->
                        set(
                                call,
                                NodeType.MEMCPY,
                                new NodeParameters(call, 2).copy(call.context(COPY_CONTEXT))));
        table.add(
                DriverFunction.CU_GRAPH_EXEC_MEMSET_NODE_SET_PARAMS,
                call ->
                        set(
                                call,
                                NodeType.MEMSET,
                                new NodeParameters(call, 2).fill(call.context(FILL_CONTEXT))));
        table.add(
                DriverFunction.CU_GRAPH_EXEC_HOST_NODE_SET_PARAMS,
                call -> set(call, NodeType.HOST, new NodeParameters(call, 2).host(call.current())));
        table.add(DriverFunction.CU_GRAPH_EXEC_UPDATE, this::update);
        table.add(
                DriverFunction.CU_GRAPH_UPLOAD,
                call -> {
                    executable(call);
                    state.captures().requireUncaptured(call.stream(1));
                    return DriverReply.success();
                });
        table.add(DriverFunction.CU_GRAPH_LAUNCH, this::launch);
    }

    /// The executable graph in argument 0.
    static ExecutableGraph executable(Invocation call) {
        return call.find(0, HandleKind.EXEC, ExecutableGraph.class, DriverResult.INVALID_VALUE);
    }

    private DriverReply instantiate(Invocation call) {
        int flags = call.flags(1, KNOWN_FLAGS);
        if ((flags & DEVICE_LAUNCH) != 0) {
            throw call.error(
                    1, DriverResult.NOT_SUPPORTED, "requests launches by kernels of graphs");
        }
        var graph = GraphHandlers.requireFree(call, 0);
        requireSingle(graph, Optional.empty());
        ConditionalHandlers.requireValid(graph);
        var executable = ExecutableGraph.of(graph, flags, state.handles());
        return DriverReply.success(
                executable
                        .map(Resource::handle)
                        .orElseThrow(() ->
                                call.error(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "has nodes that wait for each other")));
    }

    /// Requires that a graph with conditional nodes or nodes of memory has no other executable
    /// graph.
    private void requireSingle(EmulatedGraph graph, Optional<ExecutableGraph> except) {
        if ((graph.hasMemoryNodes() || graph.isConditional())
                && state.handles().all(ExecutableGraph.class).stream()
                        .filter(other -> except.filter(other::equals).isEmpty())
                        .anyMatch(other -> other.origin() == graph)) {
            throw DriverCallException.of(
                    DriverResult.NOT_SUPPORTED,
                    "graph 0x%x has conditional nodes or nodes of memory, and an executable graph already"
                            .formatted(graph.handle()));
        }
    }

    /// Destroys an executable graph. One with nodes of memory ends its launches first, so that its
    /// addresses can be used again.
    private DriverReply destroy(Invocation call) {
        var graph = executable(call);
        boolean hasMemory = !graph.allocates().isEmpty() || !graph.frees().isEmpty();
        if (hasMemory) {
            call.thread().await(graph.latest());
        }
        state.handles().remove(graph);
        graph.releaseReferences();
        if (hasMemory) {
            state.graphMemory().collect();
        }
        return DriverReply.success();
    }

    /// Replaces the work of the node in argument 1, which must have a type.
    static DriverReply set(Invocation call, NodeType type, NodeWork work) {
        var node = GraphNodeHandlers.requireType(call, 1, type);
        if (!executable(call).setWork(node, work)) {
            throw call.error(1, DriverResult.INVALID_VALUE, "is not of the graph");
        }
        return DriverReply.success();
    }

    /// Replies with the `CUgraphExecUpdateResult` and the node that differs; 0 for none.
    private DriverReply update(Invocation call) {
        var graph = GraphHandlers.requireFree(call, 1);
        requireSingle(graph, Optional.of(executable(call)));
        ConditionalHandlers.requireValid(graph);
        return executable(call)
                .update(graph)
                .map(difference ->
                        DriverReply.success(
                                (long) difference.mismatch().code(),
                                difference.node().map(Resource::handle).orElse(0L)))
                .orElse(DriverReply.success(0L, 0L));
    }

    /// Launches a graph: its first nodes wait for the stream, the next command of the stream for
    /// its last ones.
    private DriverReply launch(Invocation call) {
        var graph = executable(call);
        var stream = call.stream(1);
        var capture = state.captures().taking(stream);
        if (capture.isPresent()) {
            requireChild(graph);
            capture.get().add(stream, new NodeWork.Child(graph.toGraph(state.handles())));
            return DriverReply.success();
        }
        var memory = state.graphMemory();
        freeBefore(call, graph, stream);
        memory.launching(graph, stream);
        var work = graph.submit(stream.dependencies(), state::enqueue);
        memory.launched(graph, stream);
        if (!work.isEmpty()) {
            stream.context().submitted(stream, work.getFirst());
            work.stream().skip(1).forEach(ticket -> stream.context().waits(stream, ticket));
        }
        return DriverReply.success();
    }

    private static void requireChild(ExecutableGraph graph) {
        if (graph.isConditional() || !graph.allocates().isEmpty() || !graph.frees().isEmpty()) {
            throw DriverCallException.of(
                    DriverResult.NOT_SUPPORTED,
                    "graph 0x%x has conditional nodes or nodes of memory, so it is no child of a graph"
                            .formatted(graph.handle()));
        }
    }

    /// Frees what the launch before has left allocated, if the program has asked for that.
    private void freeBefore(Invocation call, ExecutableGraph graph, EmulatedStream stream) {
        if ((graph.flags() & AUTO_FREE_ON_LAUNCH) == 0) {
            return;
        }
        for (var allocation : graph.allocates()) {
            if (state.graphMemory().isAllocated(allocation)) {
                state.graphMemory().forget(allocation, stream);
                call.submit(
                        stream, new StreamCommand.Free(allocation.context(), allocation.range()));
            }
        }
    }
}
