package org.offloadtck.implementation.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.task.Dependence;
import org.offloadtck.runtime.task.PendingConstruct;
import org.offloadtck.runtime.task.Task;
import org.offloadtck.runtime.task.TaskGraph;
import org.offloadtck.runtime.task.TaskOrder;

/// The constructs of a host program that it has not waited for.
///
/// They run in the order, among those that their dependences permit, in which the most of them are
/// in progress at once, so that a missing dependence is detected.
final class HostTasks {

    private final TaskGraph graph = new TaskGraph(TaskOrder.inReverseOrder());
    private final List<LaunchResult> results = new ArrayList<>();

    void add(Supplier<PendingConstruct> construct, List<Dependence> dependences) {
        graph.add(new Construct(construct), dependences);
    }

    /// Waits for all constructs.
    ///
    /// @return the results of their regions, and of those that the host has to run
    List<LaunchResult> await() {
        graph.await();
        var done = List.copyOf(results);
        results.clear();
        return done;
    }

    private final class Construct implements Task {
        private final Supplier<PendingConstruct> construct;
        private Optional<PendingConstruct> started = Optional.empty();

        private Construct(Supplier<PendingConstruct> construct) {
            this.construct = construct;
        }

        @Override
        public void start() {
            started = Optional.of(construct.get());
        }

        @Override
        public void finish() {
            started.flatMap(PendingConstruct::finish).ifPresent(results::add);
        }
    }
}
