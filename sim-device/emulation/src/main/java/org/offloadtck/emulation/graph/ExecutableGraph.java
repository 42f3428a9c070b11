package org.offloadtck.emulation.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.HandleTable;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.emulation.resource.Ticket;

/// A graph that was instantiated. Changes of the graph do not reach it.
public final class ExecutableGraph implements Resource {

    /// Why a graph cannot replace the one that was instantiated: constants of
    /// `CUgraphExecUpdateResult` (CUDA driver API 13.0).
    public enum Mismatch {
        TOPOLOGY_CHANGED(2),
        NODE_TYPE_CHANGED(3),
        PARAMETERS_CHANGED(5);

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
    private GraphSteps steps;
    private List<GraphAllocation> allocates;
    private List<GraphAllocation> frees;
    private List<Ticket> latest = List.of();
    private HeldReferences references;
    private List<GraphCondition> conditions;

    private ExecutableGraph(long handle, int flags, EmulatedGraph origin, GraphSteps steps) {
        this.handle = handle;
        this.flags = flags;
        this.origin = origin;
        this.steps = steps;
        this.allocates = allocates(steps);
        this.frees = frees(steps);
        this.references = HeldReferences.of(origin);
        this.conditions = retained(origin);
    }

    private static List<GraphCondition> retained(EmulatedGraph graph) {
        var conditions = graph.conditions().toList();
        conditions.forEach(GraphCondition::retain);
        return conditions;
    }

    /// Instantiates a graph.
    ///
    /// @return empty if nodes wait for each other
    public static Optional<ExecutableGraph> of(EmulatedGraph graph, int flags, HandleTable table) {
        return GraphSteps.of(graph)
                .map(steps -> {
                    var executable =
                            new ExecutableGraph(
                                    table.newHandle(HandleKind.EXEC), flags, graph, steps);
                    table.add(executable);
                    return executable;
                });
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

    private static List<GraphAllocation> allocates(GraphSteps steps) {
        return steps.works()
                .filter(NodeWork.Allocate.class::isInstance)
                .map(work -> ((NodeWork.Allocate) work).allocation())
                .toList();
    }

    /// What its nodes free.
    public List<GraphAllocation> frees() {
        return frees;
    }

    private static List<GraphAllocation> frees(GraphSteps steps) {
        return steps.works()
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
        latest = submit(steps, assigned(joined(List.of(before, latest)), queue), queue);
        return latest;
    }

    /// Gives the conditions the values with which a launch begins.
    ///
    /// @return the work that the first nodes wait for
    private List<Ticket> assigned(
            List<Ticket> before, BiFunction<StreamCommand, List<Ticket>, Ticket> queue) {
        var assigned = conditions.stream().filter(GraphCondition::isAssigned).toList();
        if (assigned.isEmpty()) {
            return before;
        }
        StreamCommand.Control.Decision begin =
                () -> {
                    assigned.forEach(GraphCondition::begin);
                    return Optional.empty();
                };
        var context = assigned.getFirst().context();
        return List.of(queue.apply(new StreamCommand.Control(context, begin), before));
    }

    private static List<Ticket> submit(
            GraphSteps steps,
            List<Ticket> start,
            BiFunction<StreamCommand, List<Ticket>, Ticket> queue) {
        var done = new ArrayList<List<Ticket>>();
        var last = new HashSet<Integer>();
        for (int index = 0; index < steps.list().size(); index++) {
            var step = steps.list().get(index);
            step.after().forEach(last::remove);
            last.add(index);
            done.add(
                    submit(
                            step,
                            step.after().isEmpty()
                                    ? start
                                    : joined(step.after().stream().map(done::get).toList()),
                            queue));
        }
        return last.isEmpty() ? start : joined(last.stream().sorted().map(done::get).toList());
    }

    private static List<Ticket> submit(
            GraphSteps.Step step,
            List<Ticket> after,
            BiFunction<StreamCommand, List<Ticket>, Ticket> queue) {
        return switch (step.isEnabled() ? step.work() : NodeWork.Empty.EMPTY) {
            case NodeWork.Conditional node -> {
                var rounds = new Rounds(node, step.bodies(), queue);
                yield List.of(
                        queue.apply(
                                new StreamCommand.Control(node.condition().context(), rounds),
                                after));
            }
            case NodeWork other -> submit(other, after, queue);
        };
    }

    /// A conditional node of a launch: submits a body when the node is reached, and again after
    /// each round of a loop.
    private static final class Rounds implements StreamCommand.Control.Decision {

        private final NodeWork.Conditional node;
        private final List<GraphSteps> bodies;
        private final BiFunction<StreamCommand, List<Ticket>, Ticket> queue;
        private boolean isOver;

        Rounds(
                NodeWork.Conditional node,
                List<GraphSteps> bodies,
                BiFunction<StreamCommand, List<Ticket>, Ticket> queue) {
            this.node = node;
            this.bodies = bodies;
            this.queue = queue;
        }

        @Override
        public Optional<List<Ticket>> decide() {
            long body = node.form().select(node.condition().value());
            if (isOver || body >= bodies.size()) {
                return Optional.empty();
            }
            isOver = node.form() != NodeWork.Conditional.Form.WHILE;
            return Optional.of(submit(bodies.get((int) body), List.of(), queue));
        }
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
            case NodeWork.Child _, NodeWork.Conditional _ ->
                    throw new IllegalStateException("the node has graphs");
        };
    }

    /// A graph with the steps as nodes.
    public EmulatedGraph toGraph(HandleTable table) {
        var graph = EmulatedGraph.in(table);
        references.addTo(graph.references());
        var nodes = new ArrayList<GraphNode>();
        for (var step : steps.list()) {
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
        return change(node, step -> step.withWork(work));
    }

    /// Enables or disables a node. Nodes that wait for a disabled one wait for those before it.
    ///
    /// @return whether the graph has that node
    public boolean setEnabled(GraphNode node, boolean isEnabled) {
        return change(node, step -> step.enabled(isEnabled));
    }

    private boolean change(GraphNode node, UnaryOperator<GraphSteps.Step> change) {
        boolean isFound = steps.find(node).isPresent();
        steps = steps.changed(node, change);
        return isFound;
    }

    /// Whether a node is enabled; empty if the graph does not have it.
    public Optional<Boolean> isEnabled(GraphNode node) {
        return steps.find(node).map(GraphSteps.Step::isEnabled);
    }

    /// Replaces the work of the nodes of a child graph by that of a graph of the same shape, and
    /// the references of the child graph by those of the other one.
    ///
    /// @param node of the child graph
    /// @return false if the graph does not have the node or the shapes differ; nothing changes then
    public boolean setChild(GraphNode node, EmulatedGraph graph) {
        var changed = GraphSteps.of(graph).flatMap(others -> steps.withChild(node, others));
        if (changed.isEmpty()) {
            return false;
        }
        steps = changed.get();
        references.replace(node, graph).ifPresent(this::release);
        return true;
    }

    /// Whether it has conditional nodes.
    public boolean isConditional() {
        return steps.works().anyMatch(NodeWork.Conditional.class::isInstance);
    }

    /// Replaces the work of all nodes by that of a graph of the same shape, or changes nothing.
    ///
    /// @return how the shapes differ; empty after success
    public Optional<Difference> update(EmulatedGraph graph) {
        var others = GraphSteps.of(graph);
        if (others.isEmpty()) {
            return Optional.of(new Difference(Mismatch.TOPOLOGY_CHANGED, Optional.empty()));
        }
        var difference = steps.difference(others.get());
        if (difference.isPresent()) {
            return difference;
        }
        steps = steps.withWorkOf(others.get());
        origin = graph;
        allocates = allocates(steps);
        frees = frees(steps);
        var newReferences = HeldReferences.of(graph);
        var newConditions = retained(graph);
        releaseReferences();
        references = newReferences;
        conditions = newConditions;
        return Optional.empty();
    }

    /// Releases its user objects and conditions when its launches have ended.
    public void releaseReferences() {
        release(references);
        var released = conditions;
        Ticket.whenDone(latest, () -> released.forEach(GraphCondition::release));
    }

    /// References that are released stay until the launches have ended (CUDA C++ Programming Guide
    /// 13.0, "User Objects").
    private void release(HeldReferences released) {
        Ticket.whenDone(latest, released::clear);
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return steps.works().anyMatch(work -> work.belongsTo(context));
    }
}
