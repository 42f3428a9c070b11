package org.offloadtck.emulation.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.ContextFailure;

/// Carries out the commands of a process one after the other on a thread of its own, in the order
/// of submission. That order is one in which the streams could have run, and it is the same in
/// every execution.
///
/// The caller of every method except [#close] holds the lock of the session. Waiting releases it,
/// and commands run without it.
public final class CommandQueue implements AutoCloseable {

    private final Lock lock;
    private final Condition progress;
    private final CommandExecutor execution;
    private final Deque<StreamCommand> queue = new ArrayDeque<>();
    private final StringBuilder output = new StringBuilder();
    private final StringBuilder notices = new StringBuilder();
    private final Thread thread;
    private long submitted;
    private long completed;
    private Optional<Throwable> internal = Optional.empty();
    private boolean closed;

    public CommandQueue(Lock lock, CommandExecutor execution, String name) {
        this.lock = lock;
        this.progress = lock.newCondition();
        this.execution = execution;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::work);
    }

    /// Appends a command.
    ///
    /// @return its ticket: the number of commands up to and including it
    public long submit(StreamCommand command) {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        queue.add(command);
        progress.signalAll();
        submitted++;
        return submitted;
    }

    /// Ticket of the latest command.
    public long submitted() {
        return submitted;
    }

    public boolean isDone(long ticket) {
        return completed >= ticket;
    }

    /// Waits until the command with that ticket and all earlier ones are done.
    ///
    /// @throws IllegalStateException in the first wait after an internal error of the simulator
    public void await(long ticket) {
        while (completed < ticket) {
            if (closed) {
                throw DriverCallException.of(DriverResult.DEINITIALIZED, "the process is ending");
            }
            progress.awaitUninterruptibly();
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
            while (true) {
                while (queue.isEmpty() && !closed) {
                    progress.awaitUninterruptibly();
                }
                if (closed) {
                    return;
                }
                finish(run(queue.remove()));
            }
        } finally {
            lock.unlock();
        }
    }

    private CommandResult run(StreamCommand command) {
        if (command.context().failure().isPresent() && !command.runsAfterFailure()) {
            return CommandResult.NOTHING;
        }
        lock.unlock();
        try {
            return execution.run(command);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            return internal(command, fault);
        } finally {
            lock.lock();
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

    private void finish(CommandResult completion) {
        completed++;
        output.append(completion.output());
        completion
                .failed()
                .forEach((context, failure) -> {
                    context.fail(failure);
                    notices.append("offload-tck: ").append(failure.reason()).append('\n');
                });
        completion.reached().forEach((event, time) -> event.reached(completed, time));
        progress.signalAll();
    }

    /// Interrupts the running command, discards the others, and returns when the thread has ended.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            progress.signalAll();
        } finally {
            lock.unlock();
        }
        thread.interrupt();
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
