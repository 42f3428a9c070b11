package org.offloadtck.emulation.stream;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.GraphNode;
import org.offloadtck.emulation.graph.NodeType;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Launch.Residence;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.emulation.stream.LaunchAttributes.AttributeId;

/// Handlers of the attributes of streams and of kernel nodes. What they are is stored and returned.
/// Of kernel nodes, whether they are cooperative has an effect; the policies of caches, of waits
/// and of priorities have none on results.
///
/// Requirement: ER-32.
public final class AttributeHandlers implements DispatchTable.HandlerGroup {

    /// Devices since this compute capability have a second-level cache with persisting lines (CUDA
    /// C++ Programming Guide 13.0, "L2 Cache Control").
    private static final int PERSISTING_CACHE = 80;

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_STREAM_SET_ATTRIBUTE, AttributeHandlers::setOfStream);
        table.add(
                DriverFunction.CU_STREAM_GET_ATTRIBUTE,
                call -> reply(value(call.stream(0), id(call, AttributeValue.OF_STREAMS))));
        table.add(DriverFunction.CU_STREAM_COPY_ATTRIBUTES, AttributeHandlers::copyStreams);
        table.add(
                DriverFunction.CU_STREAM_GET_DEVICE,
                call -> DriverReply.success((long) call.stream(0).context().device().ordinal()));
        table.add(DriverFunction.CU_CTX_RESET_PERSISTING_L2_CACHE, AttributeHandlers::resetCache);
        table.add(DriverFunction.CU_GRAPH_KERNEL_NODE_SET_ATTRIBUTE, AttributeHandlers::setOfNode);
        table.add(
                DriverFunction.CU_GRAPH_KERNEL_NODE_GET_ATTRIBUTE,
                call -> reply(value(kernel(call, 0), id(call, AttributeValue.OF_NODES))));
        table.add(
                DriverFunction.CU_GRAPH_KERNEL_NODE_COPY_ATTRIBUTES, AttributeHandlers::copyNodes);
    }

    private static DriverReply reply(AttributeValue value) {
        return DriverReply.success().withBuffers(value.bytes());
    }

    /// The attribute in argument 1.
    private static AttributeId id(Invocation call, Set<AttributeId> known) {
        return known.stream()
                .filter(id -> id.number() == call.number(1))
                .findFirst()
                .orElseThrow(() ->
                        call.error(1, DriverResult.INVALID_VALUE, "should be one of " + known));
    }

    private static AttributeValue given(Invocation call, Set<AttributeId> known) {
        return new AttributeValue(
                id(call, known), Arrays.copyOf(call.call().buffer(0), AttributeValue.BYTES));
    }

    private static DriverReply setOfStream(Invocation call) {
        var stream = call.stream(0);
        var value = given(call, AttributeValue.OF_STREAMS).valid(stream.context().device());
        set(stream, value);
        return DriverReply.success();
    }

    private static void set(EmulatedStream stream, AttributeValue value) {
        if (value.id() == AttributeId.PRIORITY) {
            stream.setPriority(value.number());
        } else {
            stream.attributes().put(value.id().number(), value.bytes());
        }
    }

    private static AttributeValue value(EmulatedStream stream, AttributeId id) {
        return id == AttributeId.PRIORITY
                ? AttributeValue.of(id, stream.priority())
                : new AttributeValue(
                        id, stream.attributes().getOrDefault(id.number(), initial(id).bytes()));
    }

    private static AttributeValue initial(AttributeId id) {
        return switch (id) {
            case SYNCHRONIZATION_POLICY -> AttributeValue.of(id, AttributeValue.AUTOMATIC);
            // The default domain is 0, the remote one 1: a byte each.
            case MEM_SYNC_DOMAIN_MAP -> AttributeValue.of(id, 1 << Byte.SIZE);
            case CLUSTER_DIMENSION -> AttributeValue.of(id, 1, 1, 1);
            case PREFERRED_SHARED_MEMORY_CARVEOUT -> AttributeValue.of(id, -1);
            case IGNORE,
                    ACCESS_POLICY_WINDOW,
                    COOPERATIVE,
                    CLUSTER_SCHEDULING_POLICY_PREFERENCE,
                    PROGRAMMATIC_STREAM_SERIALIZATION,
                    PROGRAMMATIC_EVENT,
                    PRIORITY,
                    MEM_SYNC_DOMAIN,
                    LAUNCH_COMPLETION_EVENT,
                    DEVICE_UPDATABLE_KERNEL_NODE ->
                    AttributeValue.of(id, 0);
        };
    }

    private static DriverReply copyStreams(Invocation call) {
        var to = call.stream(0);
        var from = call.stream(1);
        if (to.context() != from.context()) {
            throw call.error(0, DriverResult.INVALID_VALUE, "is of another context than src");
        }
        AttributeValue.OF_STREAMS.forEach(id -> set(to, value(from, id)));
        return DriverReply.success();
    }

    private static DriverReply resetCache(Invocation call) {
        int sm = call.current().device().spec().sm();
        if (sm < PERSISTING_CACHE) {
            throw DriverCallException.of(
                    DriverResult.NOT_SUPPORTED,
                    "a device of compute capability %d.%d has no persisting cache"
                            .formatted(sm / 10, sm % 10));
        }
        return DriverReply.success();
    }

    private static GraphNode kernel(Invocation call, int index) {
        return GraphNodeHandlers.requireType(call, index, NodeType.KERNEL);
    }

    private static StreamCommand.Launch launch(GraphNode node) {
        if (node.work() instanceof NodeWork.Commands(var commands, var _)
                && commands.getFirst() instanceof StreamCommand.Launch launch) {
            return launch;
        }
        throw new IllegalStateException("a node of type KERNEL has a launch");
    }

    /// The residence that the attributes of the kernel node in argument `index` determine.
    static Residence residence(Invocation call, int index) {
        return launch(kernel(call, index)).residence();
    }

    private static DriverReply setOfNode(Invocation call) {
        var node = kernel(call, 0);
        set(node, given(call, AttributeValue.OF_NODES).valid(launch(node).context().device()));
        return DriverReply.success();
    }

    private static void set(GraphNode node, AttributeValue value) {
        if (value.id() == AttributeId.COOPERATIVE) {
            var launch = launch(node).as(value.number() == 0 ? Residence.SOME : Residence.ALL);
            if (launch.residence() == Residence.ALL) {
                LaunchValidation.requireResident(launch.shape(), launch.limits());
            }
            node.setWork(new NodeWork.Commands(List.of(launch)));
        } else {
            node.attributes().put(value.id().number(), value.bytes());
        }
    }

    private static AttributeValue value(GraphNode node, AttributeId id) {
        return id == AttributeId.COOPERATIVE
                ? AttributeValue.of(id, launch(node).residence() == Residence.ALL ? 1 : 0)
                : new AttributeValue(
                        id, node.attributes().getOrDefault(id.number(), initial(id).bytes()));
    }

    private static DriverReply copyNodes(Invocation call) {
        var to = kernel(call, 0);
        var from = kernel(call, 1);
        if (launch(to).context() != launch(from).context()) {
            throw call.error(0, DriverResult.INVALID_VALUE, "is of another context than src");
        }
        AttributeValue.OF_NODES.forEach(id -> set(to, value(from, id)));
        return DriverReply.success();
    }
}
