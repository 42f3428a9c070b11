package org.offloadtck.emulation.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.EmulatedGraph;
import org.offloadtck.emulation.graph.GraphNode;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.emulation.session.Invocation;

/// Lists of nodes in buffers of calls: handles, 64 bits each, the lowest byte first.
final class NodeList {

    private NodeList() {}

    static byte[] bytes(Collection<GraphNode> nodes) {
        return handles(nodes);
    }

    /// The handles of nodes or graphs.
    static byte[] handles(Collection<? extends Resource> all) {
        var buffer = ByteBuffer.allocate(all.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        all.forEach(each -> buffer.putLong(each.handle()));
        return buffer.array();
    }

    /// The nodes in a buffer.
    ///
    /// @param index of the buffer
    /// @throws DriverCallException if one is no node of `graph`
    static List<GraphNode> of(Invocation call, int index, EmulatedGraph graph) {
        var nodes = new ArrayList<GraphNode>();
        var handles = ByteBuffer.wrap(call.call().buffer(index)).order(ByteOrder.LITTLE_ENDIAN);
        while (handles.remaining() >= Long.BYTES) {
            nodes.add(node(call, handles.getLong(), graph));
        }
        return nodes;
    }

    private static GraphNode node(Invocation call, long handle, EmulatedGraph graph) {
        return call.state()
                .handles()
                .find(handle, GraphNode.class)
                .filter(node -> node.graph() == graph)
                .orElseThrow(() ->
                        DriverCallException.misuse(
                                DriverResult.INVALID_VALUE,
                                "0x%x is not a node of graph 0x%x"
                                        .formatted(handle, graph.handle())));
    }
}
