package org.offloadtck.emulation.stream;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.GraphAllocation;
import org.offloadtck.emulation.graph.GraphMemory;
import org.offloadtck.emulation.graph.LaunchMemory;
import org.offloadtck.emulation.graph.LaunchMemory.Attribute;
import org.offloadtck.emulation.graph.NodeType;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.memory.MemoryProperties;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of nodes that allocate and free memory, and of the memory of graphs on a device.
///
/// Requirement: ER-31.
public final class GraphMemoryHandlers implements DispatchTable.HandlerGroup {

    /// Indices of fields of `CUDA_MEM_ALLOC_NODE_PARAMS` after the graph.
    private static final int POOL_PROPERTIES = 1;

    private static final int ACCESS_COUNT = 5;
    private static final int BYTES = 6;

    /// Index of the buffer with descriptions of access.
    private static final int ACCESS = 1;

    private final DriverState state;

    public GraphMemoryHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_GRAPH_ADD_MEM_ALLOC_NODE, this::addAllocation);
        table.add(
                DriverFunction.CU_GRAPH_MEM_ALLOC_NODE_GET_PARAMS, GraphMemoryHandlers::parameters);
        table.add(DriverFunction.CU_GRAPH_ADD_MEM_FREE_NODE, this::addFree);
        table.add(DriverFunction.CU_GRAPH_MEM_FREE_NODE_GET_PARAMS, GraphMemoryHandlers::freed);
        table.add(
                DriverFunction.CU_DEVICE_GRAPH_MEM_TRIM,
                call -> {
                    memory(call).trim();
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_DEVICE_GET_GRAPH_MEM_ATTRIBUTE,
                call -> DriverReply.success(memory(call).value(attribute(call))));
        table.add(DriverFunction.CU_DEVICE_SET_GRAPH_MEM_ATTRIBUTE, this::reset);
    }

    private DriverReply addAllocation(Invocation call) {
        var graph = GraphHandlers.graph(call, 0);
        var dependencies = NodeList.of(call, 0, graph);
        var device = MemoryProperties.requireOnDevice(call, POOL_PROPERTIES);
        MemoryProperties.requireAccess(call, ACCESS_COUNT, ACCESS);
        if (call.raw(BYTES) == 0) {
            throw call.error(BYTES, DriverResult.INVALID_VALUE, "should be positive");
        }
        var allocation =
                state.graphMemory()
                        .reserve(
                                new GraphMemory.Request(
                                        call.call().caller(),
                                        call.raw(BYTES),
                                        context(call, device)),
                                graph,
                                dependencies,
                                call.call().buffer(ACCESS));
        var node = graph.add(new NodeWork.Allocate(allocation), dependencies);
        return DriverReply.success(node.handle(), allocation.address());
    }

    /// The current context, or the primary one of the device if that is another.
    private static EmulatedContext context(Invocation call, EmulatedDevice device) {
        var current = call.current();
        return current.device() == device
                ? current
                : device.primary()
                        .orElseThrow(() ->
                                call.error(
                                        POOL_PROPERTIES + 3,
                                        DriverResult.INVALID_CONTEXT,
                                        "is a device without a primary context"));
    }

    private static DriverReply parameters(Invocation call) {
        if (GraphNodeHandlers.requireType(call, 0, NodeType.MEM_ALLOC).work()
                instanceof NodeWork.Allocate(GraphAllocation allocation)) {
            return DriverReply.success(
                            (long) allocation.context().device().ordinal(),
                            allocation.size(),
                            allocation.address())
                    .withBuffers(allocation.access());
        }
        throw new IllegalStateException("a node of type MEM_ALLOC allocates");
    }

    private DriverReply addFree(Invocation call) {
        var graph = GraphHandlers.graph(call, 0);
        var dependencies = NodeList.of(call, 0, graph);
        var work = state.graphMemory().freeing(graph, call.raw(1));
        return DriverReply.success(graph.add(work, dependencies).handle());
    }

    private static DriverReply freed(Invocation call) {
        if (GraphNodeHandlers.requireType(call, 0, NodeType.MEM_FREE).work()
                instanceof NodeWork.Free(GraphAllocation allocation)) {
            return DriverReply.success(allocation.address());
        }
        throw new IllegalStateException("a node of type MEM_FREE frees");
    }

    private LaunchMemory memory(Invocation call) {
        return state.graphMemory().of(call.device(0));
    }

    private static Attribute attribute(Invocation call) {
        return Attribute.of(call.number(1))
                .orElseThrow(
                        () -> call.error(1, DriverResult.INVALID_VALUE, "is not an attribute"));
    }

    private DriverReply reset(Invocation call) {
        var attribute = attribute(call);
        if (!attribute.isWatermark() || call.raw(2) != 0) {
            throw call.error(
                    attribute.isWatermark() ? 2 : 1,
                    DriverResult.INVALID_VALUE,
                    "should be a high watermark that is set to 0");
        }
        memory(call).reset(attribute);
        return DriverReply.success();
    }
}
