package org.offloadtck.runtime.task;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The tasks that one thread created and has not waited for.
///
/// Nothing runs until the thread waits. A task that fails ends the wait with its exception; started
/// tasks are finished nevertheless, the others are dropped.
///
/// Requirement: DM-18.
public final class TaskGraph {

    private final TaskOrder order;
    private final List<Node> nodes = new ArrayList<>();

    public TaskGraph(TaskOrder order) {
        this.order = order;
    }

    /// Adds a task.
    public void add(Task task, List<Dependence> dependences) {
        nodes.add(new Node(task, dependences, predecessors(dependences)));
    }

    /// `taskwait`: completes every task.
    public void await() {
        run(Set.copyOf(nodes));
    }

    /// `taskwait depend`: completes every task that a task with `dependences` would follow.
    public void await(List<Dependence> dependences) {
        run(withPredecessors(predecessors(dependences)));
    }

    private void run(Set<Node> wanted) {
        boolean finished = false;
        try {
            while (nodes.stream().anyMatch(wanted::contains)) {
                List<Runnable> possible = possible(wanted);
                possible.get(order.choose(possible.size())).run();
            }
            finished = true;
        } finally {
            if (!finished) {
                drop();
            }
        }
    }

    /// The possible next actions for `wanted`, in the order in which the tasks were created.
    private List<Runnable> possible(Set<Node> wanted) {
        var possible = new ArrayList<Runnable>();
        for (Node node : nodes) {
            if (!wanted.contains(node)) {
                continue;
            }
            if (node.begun) {
                possible.add(() -> finish(node));
            } else if (nodes.stream().noneMatch(node.predecessors::contains)) {
                possible.add(node::start);
            }
        }
        return possible;
    }

    private void finish(Node node) {
        nodes.remove(node);
        node.task.finish();
    }

    private void drop() {
        var begun = nodes.stream().filter(node -> node.begun).toList();
        nodes.clear();
        begun.forEach(node -> node.task.finish());
    }

    private Set<Node> predecessors(List<Dependence> dependences) {
        var predecessors = new HashSet<Node>();
        for (Dependence dependence : dependences) {
            for (Node node : nodes) {
                if (node.precedes(dependence)) {
                    predecessors.add(node);
                }
            }
        }
        return predecessors;
    }

    private Set<Node> withPredecessors(Set<Node> last) {
        var all = new HashSet<>(last);
        for (Node node : nodes.reversed()) {
            if (all.contains(node)) {
                all.addAll(node.predecessors);
            }
        }
        return all;
    }

    /// A task in the graph, compared by identity.
    private static final class Node {
        private final Task task;
        private final List<Dependence> dependences;
        private final Set<Node> predecessors;
        private boolean begun;

        private Node(Task task, List<Dependence> dependences, Set<Node> predecessors) {
            this.task = task;
            this.dependences = List.copyOf(dependences);
            this.predecessors = Set.copyOf(predecessors);
        }

        private void start() {
            task.start();
            begun = true;
        }

        /// Whether a later task with the dependence `later` follows this one.
        private boolean precedes(Dependence later) {
            return dependences.stream()
                    .filter(own -> own.address() == later.address())
                    .anyMatch(own ->
                            own.kind() == Dependence.Kind.WRITES
                                    || later.kind() == Dependence.Kind.WRITES);
        }
    }
}
