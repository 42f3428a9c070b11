package org.offloadtck.emulation.queue;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.queue.CommandSchedule.Step;
import org.offloadtck.emulation.resource.ContextFailure;
import org.offloadtck.emulation.resource.Ticket;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.HostAccess.Decision;
import org.offloadtck.engine.launch.HostAccess.Residence;
import org.offloadtck.engine.launch.HostAccess.Stall;

/// Carries out the commands of a process, one at a time, on threads of its own.
///
/// A command starts when the work that it waits for is done. Commands start in the order of
/// submission and each ends before the next starts, unless a kernel waits for memory that another
/// stream or the host changes. Such a kernel is suspended: it stays on its thread, and another
/// thread carries out other commands, until memory that the kernel reads has changed
/// ([CommandSchedule]). If no command can continue and no thread of the client can do anything, the
/// suspended kernels are livelocked.
///
/// The caller of every method except [#close] holds the lock of the session. Waiting releases it,
/// and commands run without it. Of the threads of the queue, one at a time carries out commands.
///
/// Requirement: ER-19.
public final class CommandQueue implements AutoCloseable {

    /// Time between two looks at the memory that suspended kernels read, at first and at most.
    private static final long SHORTEST_PAUSE = TimeUnit.MICROSECONDS.toNanos(100);

    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    private final Lock lock;
    private final Condition progress;
    private final CommandExecutor execution;
    private final ClientThreads client;
    private final String name;
    private final CommandSchedule schedule;
    private final Set<Ticket> unfinished = new LinkedHashSet<>();
    private final StringBuilder output = new StringBuilder();
    private final StringBuilder messages = new StringBuilder();
    private final StringBuilder notices = new StringBuilder();
    private final Set<Thread> threads = new HashSet<>();

    /// Threads of the client that wait for work.
    private int waiting;

    private boolean isStarted;
    private Optional<Throwable> internal = Optional.empty();
    private boolean closed;

    /// @param client its threads
    /// @param name of the threads of the queue
    public CommandQueue(Lock lock, CommandExecutor execution, ClientThreads client, String name) {
        this.lock = lock;
        this.progress = lock.newCondition();
        this.execution = execution;
        this.schedule = new CommandSchedule(execution::hasEnded);
        this.client = client;
        this.name = name;
    }

    /// Appends a command.
    ///
    /// @param after the work that it waits for
    public Ticket submit(StreamCommand command, List<Ticket> after) {
        var ticket = new Ticket();
        unfinished.add(ticket);
        schedule.submit(new QueuedCommand(ticket, command, after));
        progress.signalAll();
        if (!isStarted) {
            isStarted = true;
            start(this::work);
        }
        return ticket;
    }

    private void start(Runnable task) {
        var thread = Thread.ofPlatform().name(name).daemon().unstarted(task);
        threads.add(thread);
        thread.start();
    }

    /// All work that is not done.
    public List<Ticket> outstanding() {
        return List.copyOf(unfinished);
    }

    /// Waits for work.
    ///
    /// @throws IllegalStateException in the first wait after an internal error of the simulator
    public void await(List<Ticket> work) {
        waiting++;
        try {
            while (!Ticket.areDone(work)) {
                if (closed) {
                    throw DriverCallException.of(
                            DriverResult.DEINITIALIZED, "the process is ending");
                }
                progress.awaitUninterruptibly();
            }
        } finally {
            waiting--;
        }
        if (internal.isPresent()) {
            var fault =
                    new IllegalStateException(
                            "a command has failed with an internal error", internal.get());
            internal = Optional.empty();
            throw fault;
        }
    }

    /// The output of kernels since the last call of this method.
    public String takeOutput() {
        return take(output);
    }

    /// The messages of the driver about kernels since the last call of this method.
    public String takeMessages() {
        return take(messages);
    }

    /// Whether [#takeNotices] has something to return.
    public boolean hasNotices() {
        return !notices.isEmpty();
    }

    /// The failures of contexts since the last call of this method, in whole lines.
    public String takeNotices() {
        return take(notices);
    }

    private static String take(StringBuilder text) {
        var taken = text.toString();
        text.setLength(0);
        return taken;
    }

    private void work() {
        lock.lock();
        try {
            proceed(awaitStep());
        } finally {
            threads.remove(Thread.currentThread());
            lock.unlock();
        }
    }

    private void work(Step first) {
        lock.lock();
        try {
            proceed(first);
        } finally {
            threads.remove(Thread.currentThread());
            lock.unlock();
        }
    }

    /// Takes steps until another thread does.
    private void proceed(Step first) {
        var step = first;
        while (step instanceof Step.Start(var queued, int room)) {
            start(queued, room);
            step = awaitStep();
        }
        if (step instanceof Step.Resume(var launch, var decision)) {
            resume(launch, decision);
        }
    }

    private void start(QueuedCommand queued, int room) {
        if (queued.command() instanceof StreamCommand.Control control
                && control.context().failure().isEmpty()
                && !closed) {
            var work = control.decision().decide();
            if (work.isPresent()) {
                schedule.submit(new QueuedCommand(queued.ticket(), control, work.get()));
                pauseWithout(work.get());
                return;
            }
        }
        finish(queued.ticket(), run(queued.command(), room));
    }

    /// Lets other threads take the lock if a command decides again at once, perhaps for ever.
    private void pauseWithout(List<Ticket> work) {
        long left = work.isEmpty() ? SHORTEST_PAUSE : 0;
        try {
            while (left > 0 && !closed) {
                left = progress.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void resume(SuspendedLaunch launch, Decision decision) {
        launch.resume(decision);
        progress.signalAll();
    }

    /// Waits for a new command, or for memory that suspended launches read.
    private Step awaitStep() {
        long pause = SHORTEST_PAUSE;
        var step = schedule.next();
        while (step.isEmpty()) {
            if (closed) {
                return Step.End.END;
            }
            try {
                var _ = progress.awaitNanos(schedule.waitsForMemory() ? pause : Long.MAX_VALUE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE);
            step = schedule.next();
            if (step.isEmpty() && pause == LONGEST_PAUSE && isLivelocked()) {
                schedule.condemn(Decision.Livelock.LIVELOCK);
            }
        }
        return step.get();
    }

    private boolean isLivelocked() {
        return schedule.waitsForMemory()
                && waiting > 0
                && !execution.isSharedWithProcesses()
                && client.areBlocked(waiting);
    }

    private CommandResult run(StreamCommand command, int room) {
        if (command.context().failure().isPresent() && !command.runsAfterFailure()) {
            return CommandResult.NOTHING;
        }
        lock.unlock();
        try {
            return switch (command) {
                case StreamCommand.Launch launch -> execution.launch(launch, room, this::scheduler);
                case StreamCommand.Unscheduled other -> execution.run(other);
                case StreamCommand.Control _ -> CommandResult.NOTHING;
            };
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            return internal(command, fault);
        } finally {
            lock.lock();
        }
    }

    private HostAccess.LaunchScheduler scheduler(StreamCommand.Launch launch) {
        return new HostAccess.LaunchScheduler() {

            @Override
            public Decision stalled(Stall stall) {
                var wait = new SuspendedLaunch.Wait.Memory(stall.reads());
                return suspend(new SuspendedLaunch(launch, stall.residence(), wait));
            }

            @Override
            public Decision sliceEnded(Residence residence) {
                var wait = SuspendedLaunch.Wait.Turn.TURN;
                return suspend(new SuspendedLaunch(launch, residence, wait));
            }
        };
    }

    /// Carries out other commands until a launch can continue.
    private Decision suspend(SuspendedLaunch launch) {
        lock.lock();
        try {
            if (closed) {
                return Decision.Stop.STOP;
            }
            schedule.suspend(launch);
            switch (awaitStep()) {
                case Step.Resume(var other, var decision) -> resume(other, decision);
                case Step.Start start -> start(() -> work(start));
                case Step.End _ -> throw new IllegalStateException("a launch is suspended");
            }
            while (launch.resumed().isEmpty()) {
                progress.awaitUninterruptibly();
            }
            return launch.resumed().get();
        } finally {
            lock.unlock();
        }
    }

    /// Turns an internal error into the failure of the context, so that no thread waits forever.
    private CommandResult internal(StreamCommand command, Throwable fault) {
        lock.lock();
        try {
            internal = Optional.of(fault);
        } finally {
            lock.unlock();
        }
        return CommandResult.failed(
                "",
                command.context(),
                new ContextFailure(
                        DriverResult.UNKNOWN, "internal error of the simulator: " + fault));
    }

    private void finish(Ticket ticket, CommandResult completion) {
        ticket.complete();
        unfinished.remove(ticket);
        output.append(completion.output());
        messages.append(completion.messages());
        completion
                .failed()
                .forEach((context, failure) -> {
                    if (context.failure().isEmpty()) {
                        context.fail(failure);
                        notices.append("offload-tck: ").append(failure.reason()).append('\n');
                    }
                });
        completion.reached().forEach((event, time) -> event.reached(ticket, time));
        progress.signalAll();
    }

    /// Interrupts the running commands, discards the others, and returns when the threads have
    /// ended.
    @Override
    public void close() {
        List<Thread> running;
        lock.lock();
        try {
            closed = true;
            schedule.close();
            progress.signalAll();
            running = List.copyOf(threads);
        } finally {
            lock.unlock();
        }
        running.forEach(Thread::interrupt);
        boolean isInterrupted = false;
        for (var thread : running) {
            isInterrupted |= join(thread);
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits until a thread has ended.
    ///
    /// @return whether the waiting thread was interrupted
    private static boolean join(Thread thread) {
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        return isInterrupted;
    }
}
