package org.offloadtck.emulation.stream;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.EmulatedGraph;
import org.offloadtck.emulation.graph.ExecutableGraph;
import org.offloadtck.emulation.graph.GraphNode;
import org.offloadtck.emulation.graph.NodeType;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.module.KernelLookup;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Launch.Residence;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the nodes of graphs.
///
/// Requirement: ER-27.
public final class GraphNodeHandlers implements DispatchTable.HandlerGroup {

    /// Index of the context after `CUDA_MEMCPY3D` and after `CUDA_MEMSET_NODE_PARAMS` of a new
    /// node.
    private static final int COPY_CONTEXT = 24;

    private static final int FILL_CONTEXT = 7;

    /// `CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE` (CUDA driver API 13.0).
    private static final int MOVE = 1;

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_GRAPH_ADD_EMPTY_NODE, call -> add(call, NodeWork.Empty.EMPTY));
        table.add(
                DriverFunction.CU_GRAPH_ADD_KERNEL_NODE,
                call -> add(call, new NodeParameters(call, 1).kernel(1, Residence.SOME)));
        table.add(
                DriverFunction.CU_GRAPH_ADD_MEMCPY_NODE,
                call -> add(call, new NodeParameters(call, 1).copy(call.context(COPY_CONTEXT))));
        table.add(
                DriverFunction.CU_GRAPH_ADD_MEMSET_NODE,
                call -> add(call, new NodeParameters(call, 1).fill(call.context(FILL_CONTEXT))));
        table.add(
                DriverFunction.CU_GRAPH_ADD_HOST_NODE,
                call -> add(call, new NodeParameters(call, 1).host(call.current())));
        table.add(
                DriverFunction.CU_GRAPH_ADD_CHILD_GRAPH_NODE,
                call -> add(call, new NodeWork.Child(child(call, call.constant(2, MOVE)))));
        table.add(DriverFunction.CU_GRAPH_ADD_EVENT_RECORD_NODE, GraphNodeHandlers::addRecording);
        table.add(
                DriverFunction.CU_GRAPH_ADD_EVENT_WAIT_NODE,
                call -> add(call, new NodeWork.WaitEvent(call.event(1))));
        table.add(DriverFunction.CU_GRAPH_CHILD_GRAPH_NODE_GET_GRAPH, GraphNodeHandlers::child);
        table.add(DriverFunction.CU_GRAPH_KERNEL_NODE_GET_PARAMS, GraphNodeHandlers::kernel);
        registerChanges(table);
    }

    private static void registerChanges(DispatchTable table) {
        table.add(
                DriverFunction.CU_GRAPH_KERNEL_NODE_SET_PARAMS,
                call ->
                        set(
                                call,
                                NodeType.KERNEL,
                                new NodeParameters(call, 1)
                                        .kernel(0, AttributeHandlers.residence(call, 0))));
        table.add(
                DriverFunction.CU_GRAPH_MEMCPY_NODE_SET_PARAMS,
                call ->
                        set(
                                call,
                                NodeType.MEMCPY,
                                new NodeParameters(call, 1).copy(context(call))));
        table.add(
                DriverFunction.CU_GRAPH_MEMSET_NODE_SET_PARAMS,
                call ->
                        set(
                                call,
                                NodeType.MEMSET,
                                new NodeParameters(call, 1).fill(context(call))));
        table.add(
                DriverFunction.CU_GRAPH_HOST_NODE_SET_PARAMS,
                call -> set(call, NodeType.HOST, new NodeParameters(call, 1).host(context(call))));
    }

    private static DriverReply add(Invocation call, NodeWork work) {
        var graph = GraphHandlers.graph(call, 0);
        return DriverReply.success(graph.add(work, NodeList.of(call, 0, graph)).handle());
    }

    /// The child graph of a new node, from the graph in argument 1.
    private static EmulatedGraph child(Invocation call, int ownership) {
        var graph = GraphHandlers.requireFree(call, 1);
        if (ownership != MOVE) {
            return GraphHandlers.requireCopyable(call, graph).copy();
        }
        var parent = GraphHandlers.graph(call, 0);
        if (parent.isWithin(graph)) {
            throw call.error(1, DriverResult.INVALID_VALUE, "contains the node");
        }
        if (graph.isConditional() || isInUse(call, graph)) {
            throw call.error(
                    1,
                    DriverResult.NOT_SUPPORTED,
                    "has conditional nodes, is captured, or has nodes of memory and an executable graph");
        }
        NodeList.of(call, 0, parent);
        return graph.moveTo(parent);
    }

    private static boolean isInUse(Invocation call, EmulatedGraph graph) {
        return call.state().captures().all().stream().anyMatch(each -> each.graph() == graph)
                || (graph.hasMemoryNodes()
                        && call.state().handles().all(ExecutableGraph.class).stream()
                                .anyMatch(each -> each.origin() == graph));
    }

    private static DriverReply addRecording(Invocation call) {
        return add(call, NodeParameterHandlers.recording(call.event(1)));
    }

    private static DriverReply set(Invocation call, NodeType type, NodeWork work) {
        requireType(call, 0, type).setWork(work);
        return DriverReply.success();
    }

    /// The node in argument `index`, which must have a type.
    static GraphNode requireType(Invocation call, int index, NodeType type) {
        var node = GraphHandlers.node(call, index);
        if (node.work().type() != type) {
            throw call.error(
                    index,
                    DriverResult.INVALID_VALUE,
                    "is of type %s, not %s".formatted(node.work().type(), type));
        }
        return node;
    }

    /// The context of the node in argument 0; the current one if its work has none.
    private static EmulatedContext context(Invocation call) {
        return GraphHandlers.node(call, 0).work() instanceof NodeWork.Commands(var commands, var _)
                ? commands.getFirst().context()
                : call.current();
    }

    private static DriverReply child(Invocation call) {
        if (requireType(call, 0, NodeType.GRAPH).work() instanceof NodeWork.Child(var graph)) {
            return DriverReply.success(graph.handle());
        }
        throw new IllegalStateException("a node of type GRAPH has a graph");
    }

    private static DriverReply kernel(Invocation call) {
        var work = requireType(call, 0, NodeType.KERNEL).work();
        if (work instanceof NodeWork.Commands(var commands, var _)
                && commands.getFirst() instanceof StreamCommand.Launch launch) {
            var grid = launch.shape().grid();
            var block = launch.shape().cta();
            return DriverReply.success(
                            launch.function().handle(),
                            (long) grid.x(),
                            (long) grid.y(),
                            (long) grid.z(),
                            (long) block.x(),
                            (long) block.y(),
                            (long) block.z(),
                            (long) launch.shape().dynamicSharedBytes())
                    .withBuffers(
                            launch.parameters().toArray(JAVA_BYTE),
                            KernelLookup.layout(launch.function().parameters()));
        }
        throw new IllegalStateException("a node of type KERNEL has a launch");
    }
}
