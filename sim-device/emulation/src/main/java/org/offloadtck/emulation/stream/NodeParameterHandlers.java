package org.offloadtck.emulation.stream;

import java.util.List;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.NodeType;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.memory.FillHandlers;
import org.offloadtck.emulation.memory.VolumeCopy;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.EmulatedEvent;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;

/// Handlers that read the parameters of nodes, and change nodes of events, child graphs and nodes
/// that are disabled.
///
/// Requirement: ER-27.
public final class NodeParameterHandlers implements DispatchTable.HandlerGroup {

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_GRAPH_MEMCPY_NODE_GET_PARAMS, NodeParameterHandlers::copy);
        table.add(DriverFunction.CU_GRAPH_MEMSET_NODE_GET_PARAMS, NodeParameterHandlers::fill);
        table.add(DriverFunction.CU_GRAPH_HOST_NODE_GET_PARAMS, NodeParameterHandlers::host);
        table.add(
                DriverFunction.CU_GRAPH_EVENT_RECORD_NODE_GET_EVENT,
                NodeParameterHandlers::recorded);
        table.add(
                DriverFunction.CU_GRAPH_EVENT_WAIT_NODE_GET_EVENT, NodeParameterHandlers::awaited);
        table.add(
                DriverFunction.CU_GRAPH_EVENT_RECORD_NODE_SET_EVENT,
                call -> set(call, NodeType.EVENT_RECORD, recording(call.event(1))));
        table.add(
                DriverFunction.CU_GRAPH_EVENT_WAIT_NODE_SET_EVENT,
                call -> set(call, NodeType.WAIT_EVENT, new NodeWork.WaitEvent(call.event(1))));
        table.add(
                DriverFunction.CU_GRAPH_EXEC_EVENT_RECORD_NODE_SET_EVENT,
                call ->
                        GraphLaunchHandlers.set(
                                call, NodeType.EVENT_RECORD, recording(call.event(2))));
        table.add(
                DriverFunction.CU_GRAPH_EXEC_EVENT_WAIT_NODE_SET_EVENT,
                call ->
                        GraphLaunchHandlers.set(
                                call, NodeType.WAIT_EVENT, new NodeWork.WaitEvent(call.event(2))));
        table.add(
                DriverFunction.CU_GRAPH_EXEC_CHILD_GRAPH_NODE_SET_PARAMS,
                NodeParameterHandlers::setChild);
        table.add(DriverFunction.CU_GRAPH_NODE_SET_ENABLED, NodeParameterHandlers::enable);
        table.add(
                DriverFunction.CU_GRAPH_NODE_GET_ENABLED,
                call -> {
                    requireSwitch(call);
                    return GraphLaunchHandlers.executable(call)
                            .isEnabled(GraphHandlers.node(call, 1))
                            .map(enabled -> DriverReply.success(enabled ? 1L : 0L))
                            .orElseThrow(() -> foreign(call));
                });
    }

    static NodeWork recording(EmulatedEvent event) {
        return NodeWork.of(new StreamCommand.RecordEvent(event.context(), event));
    }

    private static DriverReply set(Invocation call, NodeType type, NodeWork work) {
        GraphNodeHandlers.requireType(call, 0, type).setWork(work);
        return DriverReply.success();
    }

    private static NodeWork.Commands commands(Invocation call, NodeType type) {
        if (GraphNodeHandlers.requireType(call, 0, type).work()
                instanceof NodeWork.Commands commands) {
            return commands;
        }
        throw new IllegalStateException("a node of type %s has commands".formatted(type));
    }

    private static DriverReply numbers(List<Long> fields) {
        return DriverReply.success(fields.toArray(Long[]::new));
    }

    private static DriverReply copy(Invocation call) {
        var work = commands(call, NodeType.MEMCPY);
        return numbers(work.given().isEmpty() ? VolumeCopy.fields(work.commands()) : work.given());
    }

    private static DriverReply fill(Invocation call) {
        var work = commands(call, NodeType.MEMSET);
        return numbers(
                work.given().isEmpty()
                        ? FillHandlers.fields(work.commands().getFirst())
                        : work.given());
    }

    private static DriverReply host(Invocation call) {
        if (commands(call, NodeType.HOST).commands().getFirst()
                instanceof StreamCommand.CallHost(var _, var function)) {
            return DriverReply.success(function.function(), function.data());
        }
        throw new IllegalStateException("a node of type HOST calls the host");
    }

    private static DriverReply recorded(Invocation call) {
        if (commands(call, NodeType.EVENT_RECORD).commands().getFirst()
                instanceof StreamCommand.RecordEvent(var _, var event)) {
            return DriverReply.success(event.handle());
        }
        throw new IllegalStateException("a node of type EVENT_RECORD records an event");
    }

    private static DriverReply awaited(Invocation call) {
        if (GraphNodeHandlers.requireType(call, 0, NodeType.WAIT_EVENT).work()
                instanceof NodeWork.WaitEvent(var event)) {
            return DriverReply.success(event.handle());
        }
        throw new IllegalStateException("a node of type WAIT_EVENT waits for an event");
    }

    private static DriverReply setChild(Invocation call) {
        var node = GraphNodeHandlers.requireType(call, 1, NodeType.GRAPH);
        var graph = GraphHandlers.requireCopyable(call, GraphHandlers.graph(call, 2));
        if (!GraphLaunchHandlers.executable(call).setChild(node, graph)) {
            throw call.error(
                    2,
                    DriverResult.INVALID_VALUE,
                    "should have the nodes and edges of the child graph that it replaces");
        }
        return DriverReply.success();
    }

    private static DriverReply enable(Invocation call) {
        requireSwitch(call);
        if (!GraphLaunchHandlers.executable(call)
                .setEnabled(GraphHandlers.node(call, 1), call.constant(2, 1) == 1)) {
            throw foreign(call);
        }
        return DriverReply.success();
    }

    /// "Currently only kernel, memset and memcpy nodes are supported" (CUDA driver API 13.0,
    /// `cuGraphNodeSetEnabled`).
    private static void requireSwitch(Invocation call) {
        switch (GraphHandlers.node(call, 1).work().type()) {
            case KERNEL, MEMCPY, MEMSET -> {}
            case HOST,
                    GRAPH,
                    EMPTY,
                    WAIT_EVENT,
                    EVENT_RECORD,
                    MEM_ALLOC,
                    MEM_FREE,
                    BATCH_MEM_OP,
                    CONDITIONAL ->
                    throw call.error(
                            1,
                            DriverResult.INVALID_VALUE,
                            "is of type %s, not KERNEL, MEMCPY or MEMSET"
                                    .formatted(GraphHandlers.node(call, 1).work().type()));
        }
    }

    private static RuntimeException foreign(Invocation call) {
        return call.error(1, DriverResult.INVALID_VALUE, "is not of the graph");
    }
}
