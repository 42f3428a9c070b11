package org.offloadtck.emulation.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.ContextFailure;

/// Carries out the commands of a process one after the other, in the order they were submitted:
/// that order is one in which every stream's work could have run, and it is the same every time.
///
/// All methods but [#close] are called with the machine's lock held; waiting gives it up. Commands
/// run without it.
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

    /// Puts a command at the end of the queue.
    ///
    /// @return its ticket: the number of commands up to it
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

    /// Waits until the command of that ticket and all before it are done.
    ///
    /// @throws IllegalStateException to the first who waits after a fault of the simulator's own
    public void await(long ticket) {
        while (completed < ticket) {
            if (closed) {
                throw DriverCallException.of(DriverResult.DEINITIALIZED, "the process is ending");
            }
            progress.awaitUninterruptibly();
        }
        if (internal.isPresent()) {
            var fault = new IllegalStateException("a command failed within", internal.get());
            internal = Optional.empty();
            throw fault;
        }
    }

    /// What kernels printed since the last call of this.
    public String takeOutput() {
        return take(output);
    }

    /// What went wrong since the last call of this, in whole lines.
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
        if (command.context().failure().isPresent()) {
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

    /// Nobody is to wait for ever because the simulator has a fault.
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
                new ContextFailure(DriverResult.UNKNOWN, "the simulator has failed: " + fault));
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

    /// Interrupts what runs, drops the rest, and returns when the thread has ended.
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
