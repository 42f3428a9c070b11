package org.offloadtck.implementation.reference;

import org.offloadtck.runtime.StartedTarget;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.task.Dependence;
import org.offloadtck.runtime.task.Task;
import org.offloadtck.runtime.task.TaskGraph;
import org.offloadtck.runtime.task.TaskOrder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The constructs that a host program has not waited for.
///
/// Of the orders that their dependences allow they get the one in which the most of them are under
/// way at once, so that a dependence that is missing shows.
final class HostTasks {

    private final TaskGraph graph = new TaskGraph(TaskOrder.lastFirst());
    private final List<LaunchResult> results = new ArrayList<>();

    void add(Supplier<StartedTarget> construct, List<Dependence> dependences) {
        graph.add(new Construct(construct), dependences);
    }

    /// Waits for all.
    ///
    /// @return what became of their regions, and of those that the host has to run
    List<LaunchResult> await() {
        graph.await();
        var done = List.copyOf(results);
        results.clear();
        return done;
    }

    private final class Construct implements Task {
        private final Supplier<StartedTarget> construct;
        private Optional<StartedTarget> started = Optional.empty();

        private Construct(Supplier<StartedTarget> construct) {
            this.construct = construct;
        }

        @Override
        public void start() {
            started = Optional.of(construct.get());
        }

        @Override
        public void finish() {
            started.flatMap(StartedTarget::finish).ifPresent(results::add);
        }
    }
}
