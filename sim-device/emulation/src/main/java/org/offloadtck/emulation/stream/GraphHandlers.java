package org.offloadtck.emulation.stream;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.EmulatedGraph;
import org.offloadtck.emulation.graph.GraphDot;
import org.offloadtck.emulation.graph.GraphNode;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of graphs and their edges.
///
/// Requirement: ER-27.
public final class GraphHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public GraphHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_GRAPH_CREATE, this::create);
        table.add(
                DriverFunction.CU_GRAPH_DESTROY,
                call -> {
                    var graph = requireFree(call, 0);
                    graph.destroy();
                    if (graph.hasMemoryNodes()) {
                        state.graphMemory().collect();
                    }
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_GRAPH_CLONE,
                call -> DriverReply.success(requireCopyable(call, graph(call, 0)).copy().handle()));
        table.add(DriverFunction.CU_GRAPH_GET_NODES, call -> list(graph(call, 0).nodes()));
        table.add(DriverFunction.CU_GRAPH_GET_ROOT_NODES, call -> list(graph(call, 0).roots()));
        table.add(DriverFunction.CU_GRAPH_GET_EDGES, GraphHandlers::edges);
        table.add(DriverFunction.CU_GRAPH_ADD_DEPENDENCIES, GraphHandlers::connect);
        table.add(DriverFunction.CU_GRAPH_REMOVE_DEPENDENCIES, GraphHandlers::disconnect);
        table.add(
                DriverFunction.CU_GRAPH_DESTROY_NODE,
                call -> {
                    var node = node(call, 0);
                    requireChangeable(call, node.graph()).remove(node);
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_GRAPH_NODE_GET_TYPE,
                call -> DriverReply.success((long) node(call, 0).work().type().code()));
        table.add(
                DriverFunction.CU_GRAPH_NODE_GET_DEPENDENCIES,
                call -> list(List.copyOf(node(call, 0).dependencies())));
        table.add(
                DriverFunction.CU_GRAPH_NODE_GET_DEPENDENT_NODES,
                call -> list(node(call, 0).graph().dependents(node(call, 0))));
        table.add(DriverFunction.CU_GRAPH_NODE_FIND_IN_CLONE, GraphHandlers::findCopy);
        table.add(
                DriverFunction.CU_GRAPH_DEBUG_DOT_PRINT,
                call -> DriverReply.success().withText(GraphDot.print(graph(call, 0))));
    }

    static EmulatedGraph graph(Invocation call, int index) {
        return call.find(index, HandleKind.GRAPH, EmulatedGraph.class, DriverResult.INVALID_VALUE);
    }

    static GraphNode node(Invocation call, int index) {
        return call.find(index, HandleKind.NODE, GraphNode.class, DriverResult.INVALID_VALUE);
    }

    /// Requires a graph that may be copied and lose nodes and edges.
    static EmulatedGraph requireChangeable(Invocation call, EmulatedGraph graph) {
        if (graph.hasMemoryNodes()) {
            throw DriverCallException.of(
                    DriverResult.NOT_SUPPORTED,
                    "graph 0x%x has nodes of memory, which %s does not support"
                            .formatted(graph.handle(), call.call().function().symbol()));
        }
        return graph;
    }

    /// Requires a graph that may be copied.
    static EmulatedGraph requireCopyable(Invocation call, EmulatedGraph graph) {
        if (graph.isConditional()) {
            throw DriverCallException.of(
                    DriverResult.NOT_SUPPORTED,
                    "graph 0x%x has conditional nodes, which %s does not support"
                            .formatted(graph.handle(), call.call().function().symbol()));
        }
        return requireChangeable(call, graph);
    }

    /// The graph in an argument, which belongs to no node.
    static EmulatedGraph requireFree(Invocation call, int index) {
        var graph = graph(call, index);
        if (graph.isOwned()) {
            throw call.error(
                    index, DriverResult.INVALID_VALUE, "belongs to a node of another graph");
        }
        return graph;
    }

    private DriverReply create(Invocation call) {
        call.flags(0, 0);
        return DriverReply.success(EmulatedGraph.in(state.handles()).handle());
    }

    private static DriverReply list(List<GraphNode> nodes) {
        return DriverReply.success().withBuffers(NodeList.bytes(nodes));
    }

    private static DriverReply edges(Invocation call) {
        var from = new ArrayList<GraphNode>();
        var to = new ArrayList<GraphNode>();
        for (var node : graph(call, 0).nodes()) {
            for (var other : node.dependencies()) {
                from.add(other);
                to.add(node);
            }
        }
        return DriverReply.success().withBuffers(NodeList.bytes(from), NodeList.bytes(to));
    }

    /// An edge: `to` waits for `from`.
    private record Edge(GraphNode from, GraphNode to) {}

    private static List<Edge> given(Invocation call) {
        var graph = graph(call, 0);
        var from = NodeList.of(call, 0, graph);
        var to = NodeList.of(call, 1, graph);
        var edges = new ArrayList<Edge>();
        for (int i = 0; i < Math.min(from.size(), to.size()); i++) {
            edges.add(new Edge(from.get(i), to.get(i)));
        }
        return edges;
    }

    private static DriverReply connect(Invocation call) {
        for (var edge : given(call)) {
            if (edge.from() == edge.to() || !edge.to().dependencies().add(edge.from())) {
                throw refused(edge, edge.from() == edge.to() ? "is a node itself" : "exists");
            }
        }
        return DriverReply.success();
    }

    private static DriverReply disconnect(Invocation call) {
        requireChangeable(call, graph(call, 0));
        for (var edge : given(call)) {
            if (!edge.to().dependencies().remove(edge.from())) {
                throw refused(edge, "does not exist");
            }
        }
        return DriverReply.success();
    }

    private static DriverCallException refused(Edge edge, String problem) {
        return DriverCallException.of(
                DriverResult.INVALID_VALUE,
                "the dependency of node 0x%x on 0x%x %s"
                        .formatted(edge.to().handle(), edge.from().handle(), problem));
    }

    private static DriverReply findCopy(Invocation call) {
        var copy =
                graph(call, 1)
                        .copyOf(node(call, 0))
                        .orElseThrow(() ->
                                call.error(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "has no copy in graph 0x%x".formatted(call.raw(1))));
        return DriverReply.success(copy.handle());
    }
}
