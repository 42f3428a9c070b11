package org.offloadtck.emulation.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.HandleTable;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.emulation.resource.Ticket;

/// A graph that was instantiated. Changes of the graph do not reach it. The nodes of child graphs
/// are steps among the others.
public final class ExecutableGraph implements Resource {

    /// A node.
    ///
    /// @param origin the node of the graph that was instantiated
    /// @param after indices of the steps that it waits for; none if it waits for the stream only
    /// @param isEnabled whether launches carry it out
    private record Step(GraphNode origin, NodeWork work, List<Integer> after, boolean isEnabled) {

        private Step with(NodeWork newWork) {
            return new Step(origin, newWork, after, isEnabled);
        }
    }

    /// Why a graph cannot replace the one that was instantiated: constants of
    /// `CUgraphExecUpdateResult` (CUDA driver API 12.6).
    public enum Mismatch {
        TOPOLOGY_CHANGED(2),
        NODE_TYPE_CHANGED(3);

        private final int code;

        Mismatch(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    /// A mismatch.
    ///
    /// @param node the node of the new graph; empty if it has another number of nodes
    public record Difference(Mismatch mismatch, Optional<GraphNode> node) {}

    private final long handle;
    private final int flags;
    private EmulatedGraph origin;
    private List<Step> steps;
    private List<GraphAllocation> allocates;
    private List<GraphAllocation> frees;
    private List<Ticket> latest = List.of();
    private UserReferences references;

    private ExecutableGraph(long handle, int flags, EmulatedGraph origin, List<Step> steps) {
        this.handle = handle;
        this.flags = flags;
        this.origin = origin;
        this.steps = steps;
        this.allocates = allocates(steps);
        this.frees = frees(steps);
        this.references = referencesOf(origin);
    }

    private static UserReferences referencesOf(EmulatedGraph graph) {
        var references = new UserReferences();
        graph.addReferences(references);
        return references;
    }

    /// Instantiates a graph.
    ///
    /// @return empty if nodes wait for each other
    public static Optional<ExecutableGraph> of(EmulatedGraph graph, int flags, HandleTable table) {
        return steps(graph)
                .map(steps -> {
                    var executable =
                            new ExecutableGraph(
                                    table.newHandle(HandleKind.EXEC), flags, graph, steps);
                    table.add(executable);
                    return executable;
                });
    }

    private static Optional<List<Step>> steps(EmulatedGraph graph) {
        var steps = new ArrayList<Step>();
        return add(graph, List.of(), steps).map(_ -> List.copyOf(steps));
    }

    /// Appends the steps of a graph.
    ///
    /// @param start the steps that its roots wait for
    /// @return the steps that end it
    private static Optional<List<Integer>> add(
            EmulatedGraph graph, List<Integer> start, List<Step> steps) {
        var order = graph.inOrder();
        if (order.isEmpty()) {
            return Optional.empty();
        }
        Map<GraphNode, List<Integer>> ends = new HashMap<>();
        var last = new HashSet<>(order.get());
        for (var node : order.get()) {
            var before = node.dependencies();
            last.removeAll(before);
            var after = before.isEmpty() ? start : steps(ends, before);
            var end = add(node, after, steps);
            if (end.isEmpty()) {
                return Optional.empty();
            }
            ends.put(node, end.get());
        }
        var leaves = order.get().stream().filter(last::contains).toList();
        return Optional.of(leaves.isEmpty() ? start : steps(ends, leaves));
    }

    /// The steps that end some nodes.
    private static List<Integer> steps(
            Map<GraphNode, List<Integer>> ends, Collection<GraphNode> nodes) {
        return nodes.stream()
                .flatMap(node -> ends.getOrDefault(node, List.of()).stream())
                .distinct()
                .toList();
    }

    private static Optional<List<Integer>> add(
            GraphNode node, List<Integer> after, List<Step> steps) {
        if (node.work() instanceof NodeWork.Child(var graph)) {
            return add(graph, after, steps);
        }
        steps.add(new Step(node, node.work(), after, true));
        return Optional.of(List.of(steps.size() - 1));
    }

    @Override
    public long handle() {
        return handle;
    }

    public int flags() {
        return flags;
    }

    /// The graph that was instantiated, or whose work it has taken.
    public EmulatedGraph origin() {
        return origin;
    }

    /// The work that ends its latest launch.
    public List<Ticket> latest() {
        return latest;
    }

    /// What its nodes allocate, in the order of the steps.
    public List<GraphAllocation> allocates() {
        return allocates;
    }

    private static List<GraphAllocation> allocates(List<Step> steps) {
        return steps.stream()
                .map(Step::work)
                .filter(NodeWork.Allocate.class::isInstance)
                .map(work -> ((NodeWork.Allocate) work).allocation())
                .toList();
    }

    /// What its nodes free.
    public List<GraphAllocation> frees() {
        return frees;
    }

    private static List<GraphAllocation> frees(List<Step> steps) {
        return steps.stream()
                .map(Step::work)
                .filter(NodeWork.Free.class::isInstance)
                .map(work -> ((NodeWork.Free) work).allocation())
                .toList();
    }

    /// Submits the work of all nodes. Launches of one executable graph follow each other.
    ///
    /// @param before the work that the launch waits for
    /// @param queue appends a command that waits for work
    /// @return the work that ends the launch
    public List<Ticket> submit(
            List<Ticket> before, BiFunction<StreamCommand, List<Ticket>, Ticket> queue) {
        var start = joined(List.of(before, latest));
        var done = new ArrayList<List<Ticket>>();
        var last = new HashSet<Integer>();
        for (int index = 0; index < steps.size(); index++) {
            var step = steps.get(index);
            step.after().forEach(last::remove);
            last.add(index);
            done.add(
                    submit(
                            step.isEnabled() ? step.work() : NodeWork.Empty.EMPTY,
                            step.after().isEmpty()
                                    ? start
                                    : joined(step.after().stream().map(done::get).toList()),
                            queue));
        }
        latest = last.isEmpty() ? start : joined(last.stream().sorted().map(done::get).toList());
        return latest;
    }

    private static List<Ticket> submit(
            NodeWork work,
            List<Ticket> after,
            BiFunction<StreamCommand, List<Ticket>, Ticket> queue) {
        return switch (work) {
            case NodeWork.Commands(var commands, var _) -> {
                var before = after;
                for (var command : commands) {
                    before = List.of(queue.apply(command, before));
                }
                yield before;
            }
            case NodeWork.Allocate(var memory) ->
                    List.of(
                            queue.apply(
                                    new StreamCommand.Allocate(memory.context(), memory.range()),
                                    after));
            case NodeWork.Free(var memory) ->
                    List.of(
                            queue.apply(
                                    new StreamCommand.Free(memory.context(), memory.range()),
                                    after));
            case NodeWork.Empty _ -> after;
            case NodeWork.WaitEvent(var event) -> joined(List.of(after, List.of(event.ticket())));
            case NodeWork.Child _ -> throw new IllegalStateException("a child graph is no step");
        };
    }

    /// A graph with the steps as nodes.
    public EmulatedGraph toGraph(HandleTable table) {
        var graph = EmulatedGraph.in(table);
        graph.references().addAll(references);
        var nodes = new ArrayList<GraphNode>();
        for (var step : steps) {
            nodes.add(graph.add(step.work(), step.after().stream().map(nodes::get).toList()));
        }
        return graph;
    }

    private static List<Ticket> joined(List<List<Ticket>> work) {
        return work.stream()
                .flatMap(List::stream)
                .filter(ticket -> !ticket.isDone())
                .distinct()
                .toList();
    }

    /// Replaces the work of a node of the graph that was instantiated.
    ///
    /// @return whether the graph has that node
    public boolean setWork(GraphNode node, NodeWork work) {
        var changed = new ArrayList<Step>();
        for (var step : steps) {
            changed.add(step.origin() == node ? step.with(work) : step);
        }
        boolean isFound = steps.stream().anyMatch(step -> step.origin() == node);
        steps = List.copyOf(changed);
        return isFound;
    }

    /// Enables or disables a node. Nodes that wait for a disabled one wait for those before it.
    ///
    /// @return whether the graph has that node
    public boolean setEnabled(GraphNode node, boolean isEnabled) {
        boolean isFound = isEnabled(node).isPresent();
        steps =
                steps.stream()
                        .map(step ->
                                step.origin() == node
                                        ? new Step(node, step.work(), step.after(), isEnabled)
                                        : step)
                        .toList();
        return isFound;
    }

    /// Whether a node is enabled; empty if the graph does not have it.
    public Optional<Boolean> isEnabled(GraphNode node) {
        return steps.stream()
                .filter(step -> step.origin() == node)
                .findFirst()
                .map(Step::isEnabled);
    }

    /// Replaces the work of the nodes of a child graph by that of a graph of the same shape.
    ///
    /// @param node of the child graph
    /// @return false if the graph does not have the node or the shapes differ; nothing changes then
    public boolean setChild(GraphNode node, EmulatedGraph graph) {
        var others = steps(graph);
        long count = steps.stream().filter(step -> isWithin(step.origin(), node)).count();
        if (others.filter(list -> list.size() == count).isEmpty() || count == 0) {
            return false;
        }
        int first = first(node);
        var changed = new ArrayList<>(steps);
        for (int index = 0; index < count; index++) {
            var old = steps.get(first + index);
            var other = others.get().get(index);
            var after = old.after().stream().filter(i -> i >= first).map(i -> i - first).toList();
            if (other.work().type() != old.work().type() || !other.after().equals(after)) {
                return false;
            }
            changed.set(first + index, old.with(other.work()));
        }
        steps = List.copyOf(changed);
        graph.addReferences(references);
        return true;
    }

    /// The first step of a child graph that has one.
    private int first(GraphNode node) {
        int first = 0;
        while (!isWithin(steps.get(first).origin(), node)) {
            first++;
        }
        return first;
    }

    /// Whether a node is one of the child graph of `parent`, or of a child graph in it.
    private static boolean isWithin(GraphNode node, GraphNode parent) {
        return parent.work() instanceof NodeWork.Child(var graph)
                && graph.nodes().stream().anyMatch(each -> each == node || isWithin(node, each));
    }

    /// Replaces the work of all nodes by that of a graph of the same shape, or changes nothing.
    ///
    /// @return how the shapes differ; empty after success
    public Optional<Difference> update(EmulatedGraph graph) {
        var others = steps(graph).filter(list -> list.size() == steps.size());
        if (others.isEmpty()) {
            return Optional.of(new Difference(Mismatch.TOPOLOGY_CHANGED, Optional.empty()));
        }
        var changed = new ArrayList<Step>();
        for (int index = 0; index < steps.size(); index++) {
            var old = steps.get(index);
            var other = others.get().get(index);
            if (other.work().type() != old.work().type()) {
                return difference(Mismatch.NODE_TYPE_CHANGED, other);
            }
            if (!other.after().equals(old.after())) {
                return difference(Mismatch.TOPOLOGY_CHANGED, other);
            }
            changed.add(old.with(other.work()));
        }
        steps = List.copyOf(changed);
        origin = graph;
        allocates = allocates(steps);
        frees = frees(steps);
        replaceReferences(referencesOf(graph));
        return Optional.empty();
    }

    /// Releases its user objects when its launches have ended. It is destroyed.
    public void releaseReferences() {
        replaceReferences(new UserReferences());
    }

    /// References that are released stay until the launches have ended (CUDA C++ Programming Guide
    /// 13.0, "User Objects").
    private void replaceReferences(UserReferences others) {
        var released = references;
        references = others;
        Ticket.whenDone(latest, released::clear);
    }

    private static Optional<Difference> difference(Mismatch mismatch, Step step) {
        return Optional.of(new Difference(mismatch, Optional.of(step.origin())));
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return steps.stream().anyMatch(step -> step.work().belongsTo(context));
    }
}
