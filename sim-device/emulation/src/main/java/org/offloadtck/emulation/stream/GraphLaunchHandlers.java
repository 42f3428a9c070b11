package org.offloadtck.emulation.stream;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.ExecutableGraph;
import org.offloadtck.emulation.graph.NodeType;
import org.offloadtck.emulation.graph.NodeWork;
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
        table.add(
                DriverFunction.CU_GRAPH_EXEC_DESTROY,
                call -> {
                    state.handles().remove(executable(call));
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_GRAPH_EXEC_GET_FLAGS,
                call -> DriverReply.success((long) executable(call).flags()));
        table.add(
                DriverFunction.CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS,
                call -> set(call, NodeType.KERNEL, new NodeParameters(call, 2).kernel(0)));
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
        table.add(DriverFunction.CU_GRAPH_EXEC_UPDATE, GraphLaunchHandlers::update);
        table.add(
                DriverFunction.CU_GRAPH_UPLOAD,
                call -> {
                    executable(call);
                    state.captures().requireUncaptured(call.stream(1));
                    return DriverReply.success();
                });
        table.add(DriverFunction.CU_GRAPH_LAUNCH, this::launch);
    }

    private static ExecutableGraph executable(Invocation call) {
        return call.find(0, HandleKind.EXEC, ExecutableGraph.class, DriverResult.INVALID_VALUE);
    }

    private DriverReply instantiate(Invocation call) {
        int flags = call.flags(1, KNOWN_FLAGS);
        if ((flags & DEVICE_LAUNCH) != 0) {
            throw call.error(
                    1, DriverResult.NOT_SUPPORTED, "requests launches by kernels of graphs");
        }
        var executable = ExecutableGraph.of(GraphHandlers.graph(call, 0), flags, state.handles());
        return DriverReply.success(
                executable
                        .map(Resource::handle)
                        .orElseThrow(() ->
                                call.error(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "has nodes that wait for each other")));
    }

    private static DriverReply set(Invocation call, NodeType type, NodeWork work) {
        var node = GraphNodeHandlers.requireType(call, 1, type);
        if (!executable(call).setWork(node, work)) {
            throw call.error(1, DriverResult.INVALID_VALUE, "is not of the graph");
        }
        return DriverReply.success();
    }

    /// Replies with the `CUgraphExecUpdateResult` and the node that differs; 0 for none.
    private static DriverReply update(Invocation call) {
        return executable(call)
                .update(GraphHandlers.graph(call, 1))
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
            capture.get().add(stream, new NodeWork.Child(graph.toGraph(state.handles())));
            return DriverReply.success();
        }
        var work = graph.submit(stream.dependencies(), state::enqueue);
        if (!work.isEmpty()) {
            stream.context().submitted(stream, work.getFirst());
            work.stream().skip(1).forEach(ticket -> stream.context().waits(stream, ticket));
        }
        return DriverReply.success();
    }
}
