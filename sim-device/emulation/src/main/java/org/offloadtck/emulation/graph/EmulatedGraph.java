package org.offloadtck.emulation.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.HandleTable;
import org.offloadtck.emulation.resource.Resource;

/// A graph that a program makes and changes. Its nodes are in the handle table as long as it is.
public final class EmulatedGraph implements Resource {

    private final long handle;
    private final HandleTable handles;
    private final Set<GraphNode> nodes = new LinkedHashSet<>();
    private final UserReferences references = new UserReferences();

    private final List<GraphCondition> conditions = new ArrayList<>();

    /// The graph of the node that it belongs to; none if it is the program's, or a copy.
    private Optional<EmulatedGraph> parent = Optional.empty();

    /// The nodes of the graph that this one was copied from, and their copies.
    private final Map<GraphNode, GraphNode> copies = new LinkedHashMap<>();

    private EmulatedGraph(HandleTable handles) {
        this.handle = handles.newHandle(HandleKind.GRAPH);
        this.handles = handles;
    }

    /// A new graph without nodes, in the table.
    public static EmulatedGraph in(HandleTable handles) {
        var graph = new EmulatedGraph(handles);
        handles.add(graph);
        return graph;
    }

    @Override
    public long handle() {
        return handle;
    }

    /// The nodes in the order of their creation.
    public List<GraphNode> nodes() {
        return List.copyOf(nodes);
    }

    /// The references to user objects that the graph owns, which the caller may change. Those of
    /// child graphs are not among them.
    public UserReferences references() {
        return references;
    }

    /// Adds the references of the graph and of its child graphs to `all`.
    void addReferences(UserReferences all) {
        all.addAll(references);
        graphs().forEach(graph -> graph.addReferences(all));
    }

    /// The child graphs, and the bodies of conditional nodes.
    Stream<EmulatedGraph> graphs() {
        return nodes.stream().flatMap(node -> node.work().graphs().stream());
    }

    /// Makes it belong to a node of another graph: the program can no longer destroy or instantiate
    /// it.
    public EmulatedGraph moveTo(EmulatedGraph other) {
        parent = Optional.of(other);
        return this;
    }

    /// Whether it belongs to a node of another graph: a body of a conditional node, or a child
    /// graph that was moved.
    public boolean isOwned() {
        return parent.isPresent();
    }

    /// Whether it is `other`, or belongs to a node of it.
    public boolean isWithin(EmulatedGraph other) {
        return this == other || parent.filter(graph -> graph.isWithin(other)).isPresent();
    }

    void add(GraphCondition condition) {
        conditions.add(condition);
    }

    /// The conditions of the graph and of the graphs of its nodes.
    public Stream<GraphCondition> conditions() {
        return Stream.concat(conditions.stream(), graphs().flatMap(EmulatedGraph::conditions));
    }

    /// Whether it has conditional nodes. Such a graph has no copies, is no child graph, and has one
    /// executable graph at a time (CUDA driver API 13.0, `CU_GRAPH_NODE_TYPE_CONDITIONAL`).
    public boolean isConditional() {
        return nodes.stream()
                .anyMatch(node ->
                        node.work() instanceof NodeWork.Conditional
                                || (node.work() instanceof NodeWork.Child(var graph)
                                        && graph.isConditional()));
    }

    /// The nodes that wait for none.
    public List<GraphNode> roots() {
        return nodes.stream().filter(node -> node.dependencies().isEmpty()).toList();
    }

    /// The nodes that wait for `node`.
    public List<GraphNode> dependents(GraphNode node) {
        return nodes.stream().filter(other -> other.dependencies().contains(node)).toList();
    }

    /// Whether it has nodes that allocate or free memory. Such a graph keeps its nodes and edges,
    /// has no copies, and one executable graph at a time (CUDA driver API 13.0,
    /// `cuGraphAddMemAllocNode`).
    public boolean hasMemoryNodes() {
        return nodes.stream().anyMatch(node -> node.work().isOfMemory())
                || graphs().anyMatch(EmulatedGraph::hasMemoryNodes);
    }

    /// Whether it has a free node for an allocation.
    public boolean frees(GraphAllocation allocation) {
        return nodes.stream()
                .anyMatch(node ->
                        node.work() instanceof NodeWork.Free(var freed) && freed == allocation);
    }

    /// Adds a node.
    ///
    /// @param dependencies nodes of this graph
    public GraphNode add(NodeWork work, Collection<GraphNode> dependencies) {
        var node = new GraphNode(handles.newHandle(HandleKind.NODE), this, work);
        node.dependencies().addAll(dependencies);
        nodes.add(node);
        if (work instanceof NodeWork.Conditional(var condition, var _, var _)) {
            condition.setNode(true);
        }
        handles.add(node);
        return node;
    }

    /// Removes a node and its edges.
    public void remove(GraphNode node) {
        nodes.remove(node);
        nodes.forEach(other -> other.dependencies().remove(node));
        handles.remove(node);
        destroyGraphs(node);
    }

    /// Removes the graph and its nodes from the table, and releases its user objects. What was
    /// instantiated of it stays.
    public void destroy() {
        for (var node : nodes) {
            handles.remove(node);
            destroyGraphs(node);
        }
        handles.remove(this);
        references.clear();
        conditions.forEach(handles::remove);
        conditions.forEach(GraphCondition::release);
    }

    private static void destroyGraphs(GraphNode node) {
        node.work().graphs().forEach(EmulatedGraph::destroy);
        if (node.work() instanceof NodeWork.Conditional(var condition, var _, var _)) {
            condition.setNode(false);
        }
    }

    /// A copy with nodes of its own.
    public EmulatedGraph copy() {
        var copy = in(handles);
        copy.references.addAll(references);
        for (var node : nodes) {
            var work =
                    node.work() instanceof NodeWork.Child(var graph)
                            ? new NodeWork.Child(graph.copy())
                            : node.work();
            var copied = copy.add(work, List.of());
            copied.attributes().putAll(node.attributes());
            copy.copies.put(node, copied);
        }
        copy.copies.forEach((original, node) ->
                original.dependencies()
                        .forEach(other -> node.dependencies().add(copy.copies.get(other))));
        return copy;
    }

    /// The copy in this graph of a node of the graph that it was copied from.
    public Optional<GraphNode> copyOf(GraphNode original) {
        return Optional.ofNullable(copies.get(original)).filter(nodes::contains);
    }

    /// The nodes, each after those that it waits for; empty if nodes wait for each other.
    public Optional<List<GraphNode>> inOrder() {
        var dependents = new HashMap<GraphNode, List<GraphNode>>();
        var waits = new HashMap<GraphNode, Integer>();
        for (var node : nodes) {
            waits.put(node, node.dependencies().size());
            for (var other : node.dependencies()) {
                dependents.computeIfAbsent(other, _ -> new ArrayList<>()).add(node);
            }
        }
        var order = new ArrayList<>(roots());
        for (int next = 0; next < order.size(); next++) {
            for (var node : dependents.getOrDefault(order.get(next), List.of())) {
                if (waits.merge(node, -1, Integer::sum) == 0) {
                    order.add(node);
                }
            }
        }
        return order.size() == nodes.size() ? Optional.of(order) : Optional.empty();
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return nodes.stream().anyMatch(node -> node.work().belongsTo(context));
    }
}
