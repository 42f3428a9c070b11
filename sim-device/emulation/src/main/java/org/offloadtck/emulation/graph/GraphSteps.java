package org.offloadtck.emulation.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.offloadtck.emulation.graph.ExecutableGraph.Difference;
import org.offloadtck.emulation.graph.ExecutableGraph.Mismatch;

/// The nodes of a graph in the order in which they are submitted, each after those that it waits
/// for. The nodes of child graphs are steps among the others. The bodies of a conditional node have
/// steps of their own.
record GraphSteps(List<Step> list) {

    GraphSteps {
        list = List.copyOf(list);
    }

    /// A node.
    ///
    /// @param origin the node of the graph that was instantiated
    /// @param after indices of the steps that it waits for; none if it waits for the stream only
    /// @param isEnabled whether launches carry it out
    /// @param bodies of a conditional node
    record Step(
            GraphNode origin,
            NodeWork work,
            List<Integer> after,
            boolean isEnabled,
            List<GraphSteps> bodies) {

        /// With the work and the bodies of another step.
        Step with(Step other) {
            return new Step(origin, other.work, after, isEnabled, paired(other.bodies));
        }

        /// The bodies with the work of others of the same shape.
        private List<GraphSteps> paired(List<GraphSteps> others) {
            var all = new ArrayList<GraphSteps>();
            for (int index = 0; index < bodies.size(); index++) {
                all.add(bodies.get(index).withWorkOf(others.get(index)));
            }
            return all;
        }

        Step withWork(NodeWork other) {
            return new Step(origin, other, after, isEnabled, bodies);
        }

        Step enabled(boolean other) {
            return new Step(origin, work, after, other, bodies);
        }

        private Step withBodies(UnaryOperator<GraphSteps> change) {
            return bodies.isEmpty()
                    ? this
                    : new Step(
                            origin, work, after, isEnabled, bodies.stream().map(change).toList());
        }
    }

    /// The steps of a graph; empty if nodes wait for each other.
    static Optional<GraphSteps> of(EmulatedGraph graph) {
        var steps = new ArrayList<Step>();
        return add(graph, List.of(), steps).map(_ -> new GraphSteps(steps));
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
        var bodies = new ArrayList<GraphSteps>();
        for (var body : node.work().graphs()) {
            var own = of(body);
            if (own.isEmpty()) {
                return Optional.empty();
            }
            bodies.add(own.get());
        }
        steps.add(new Step(node, node.work(), after, true, bodies));
        return Optional.of(List.of(steps.size() - 1));
    }

    /// The work of all steps, and of those of bodies.
    Stream<NodeWork> works() {
        return list.stream()
                .flatMap(step ->
                        Stream.concat(
                                Stream.of(step.work()),
                                step.bodies().stream().flatMap(GraphSteps::works)));
    }

    /// The step of a node, which may be in a body.
    Optional<Step> find(GraphNode node) {
        return list.stream()
                .flatMap(step ->
                        step.origin() == node
                                ? Stream.of(step)
                                : step.bodies().stream().flatMap(body -> body.find(node).stream()))
                .findFirst();
    }

    /// With another step for a node.
    GraphSteps changed(GraphNode node, UnaryOperator<Step> change) {
        return new GraphSteps(
                list.stream()
                        .map(step ->
                                step.origin() == node
                                        ? change.apply(step)
                                        : step.withBodies(body -> body.changed(node, change)))
                        .toList());
    }

    /// How the shape of others differs; empty if they may replace these.
    Optional<Difference> difference(GraphSteps others) {
        if (others.list.size() != list.size()) {
            return Optional.of(new Difference(Mismatch.TOPOLOGY_CHANGED, Optional.empty()));
        }
        for (int index = 0; index < list.size(); index++) {
            var difference = difference(list.get(index), others.list.get(index));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private static Optional<Difference> difference(Step old, Step other) {
        if (other.work().type() != old.work().type()) {
            return difference(Mismatch.NODE_TYPE_CHANGED, other);
        }
        if (!other.after().equals(old.after())) {
            return difference(Mismatch.TOPOLOGY_CHANGED, other);
        }
        if (old.work() instanceof NodeWork.Conditional(var _, var form, var bodies)
                && other.work() instanceof NodeWork.Conditional(var _, var otherForm, var others)
                && (form != otherForm || bodies.size() != others.size())) {
            return difference(Mismatch.PARAMETERS_CHANGED, other);
        }
        for (int index = 0; index < old.bodies().size(); index++) {
            var body = old.bodies().get(index).difference(other.bodies().get(index));
            if (body.isPresent()) {
                return body;
            }
        }
        return Optional.empty();
    }

    private static Optional<Difference> difference(Mismatch mismatch, Step step) {
        return Optional.of(new Difference(mismatch, Optional.of(step.origin())));
    }

    /// These steps with the work of others of the same shape.
    GraphSteps withWorkOf(GraphSteps others) {
        var changed = new ArrayList<Step>();
        for (int index = 0; index < list.size(); index++) {
            changed.add(list.get(index).with(others.list.get(index)));
        }
        return new GraphSteps(changed);
    }

    /// With the work of a graph of the same shape for a child graph.
    ///
    /// @param node of the child graph
    /// @return empty if the node has no steps here or the shapes differ
    Optional<GraphSteps> withChild(GraphNode node, GraphSteps others) {
        for (int index = 0; index < list.size(); index++) {
            var step = list.get(index);
            if (isWithin(step.origin(), node)) {
                return replaced(index, node, others);
            }
            for (var body : step.bodies()) {
                var changed = body.withChild(node, others);
                if (changed.isPresent()) {
                    var steps = new ArrayList<>(list);
                    steps.set(
                            index,
                            step.withBodies(each -> each.equals(body) ? changed.get() : each));
                    return Optional.of(new GraphSteps(steps));
                }
            }
        }
        return Optional.empty();
    }

    /// @param first the first step of the child graph
    private Optional<GraphSteps> replaced(int first, GraphNode node, GraphSteps others) {
        int end = first;
        var own = new ArrayList<Step>();
        while (end < list.size() && isWithin(list.get(end).origin(), node)) {
            var step = list.get(end);
            var after = step.after().stream().filter(i -> i >= first).map(i -> i - first).toList();
            own.add(new Step(step.origin(), step.work(), after, step.isEnabled(), step.bodies()));
            end++;
        }
        if (new GraphSteps(own).difference(others).isPresent()) {
            return Optional.empty();
        }
        var changed = new ArrayList<>(list);
        for (int index = first; index < end; index++) {
            changed.set(index, list.get(index).with(others.list.get(index - first)));
        }
        return Optional.of(new GraphSteps(changed));
    }

    /// Whether a node is one of the child graph of `parent`, or of a child graph in it.
    private static boolean isWithin(GraphNode node, GraphNode parent) {
        return parent.work() instanceof NodeWork.Child(var graph)
                && graph.nodes().stream().anyMatch(each -> each == node || isWithin(node, each));
    }
}
