package org.offloadtck.emulation.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;
import org.offloadtck.engine.launch.HostAccess.Decision;

/// The commands that have not started, the launches that are suspended, and which of them is next.
///
/// A launch that can continue precedes commands that have not started, and these are in the order
/// of submission. So the order does not depend on the time of submission. Only a launch that may be
/// waiting, without reading the same memory again and again, takes turns with the commands there
/// are.
final class CommandSchedule {

    private final Deque<QueuedCommand> queue = new ArrayDeque<>();
    private final ResidentLaunches suspended = new ResidentLaunches();
    private final Predicate<StreamCommand.AwaitValue> hasEnded;

    /// Whether waits for a value start although the value is not there.
    private boolean waitsAreCondemned;

    /// Whether a command has started and ended since a launch was suspended or continued. Launches
    /// that wait for a turn are next then.
    private boolean hasStarted;

    /// What to do next.
    sealed interface Step {

        /// Start a command.
        ///
        /// @param room CTAs that may be resident if it is a launch
        record Start(QueuedCommand command, int room) implements Step {}

        /// Continue a launch.
        record Resume(SuspendedLaunch launch, Decision decision) implements Step {}

        /// Nothing more: the queue is closed.
        enum End implements Step {
            END
        }
    }

    /// @param hasEnded whether a wait for a value has ended
    CommandSchedule(Predicate<StreamCommand.AwaitValue> hasEnded) {
        this.hasEnded = hasEnded;
    }

    void submit(QueuedCommand command) {
        queue.add(command);
    }

    void suspend(SuspendedLaunch launch) {
        suspended.add(launch);
        hasStarted = false;
    }

    /// Removes the commands that have not started, and ends suspended launches.
    void close() {
        queue.clear();
        condemn(Decision.Stop.STOP);
    }

    /// Ends all suspended launches with the same verdict, and waits for a value.
    void condemn(Decision verdict) {
        waitsAreCondemned = true;
        suspended.all().forEach(launch -> launch.condemn(verdict));
    }

    /// Whether a launch or a stream waits for memory.
    boolean waitsForMemory() {
        return !suspended.all().isEmpty() || queue.stream().anyMatch(CommandSchedule::isWait);
    }

    private static boolean isWait(QueuedCommand queued) {
        return queued.isReady() && queued.command() instanceof StreamCommand.AwaitValue;
    }

    /// The next step, which is taken off the schedule; empty if nothing can continue.
    Optional<Step> next() {
        var step = changed().or(this::turn).or(this::ready).or(this::anyTurn);
        hasStarted = step.filter(Step.Start.class::isInstance).isPresent();
        waitsAreCondemned &= step.isPresent() && waitsForMemory();
        return step;
    }

    private Optional<Step> changed() {
        for (var launch : suspended.all()) {
            var decision = launch.decision(suspended.room(launch));
            if (decision.isPresent()) {
                return Optional.of(resume(launch, decision.get()));
            }
        }
        return Optional.empty();
    }

    private Optional<Step> turn() {
        return hasStarted ? anyTurn() : Optional.empty();
    }

    private Optional<Step> anyTurn() {
        return suspended.all().stream()
                .filter(SuspendedLaunch::waitsForTurn)
                .findFirst()
                .map(launch -> resume(launch, new Decision.Continue(suspended.room(launch))));
    }

    private Step resume(SuspendedLaunch launch, Decision decision) {
        suspended.remove(launch);
        return new Step.Resume(launch, decision);
    }

    private Optional<Step> ready() {
        for (var each = queue.iterator(); each.hasNext(); ) {
            var command = each.next();
            int room = command.isReady() ? room(command.command()) : 0;
            if (room > 0) {
                each.remove();
                return Optional.of(new Step.Start(command, room));
            }
        }
        return Optional.empty();
    }

    private int room(StreamCommand command) {
        return switch (command) {
            case StreamCommand.Launch launch -> suspended.room(launch);
            case StreamCommand.AwaitValue wait -> canEnd(wait) ? 1 : 0;
            case StreamCommand.Unscheduled _, StreamCommand.Control _ -> 1;
        };
    }

    private boolean canEnd(StreamCommand.AwaitValue wait) {
        return waitsAreCondemned || wait.context().failure().isPresent() || hasEnded.test(wait);
    }
}
