package org.offloadtck.implementation.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.offloadtck.command.SignalNames;

/// A running process of a toolchain, or of a program that it built.
///
/// Its output is read continuously, so that it never blocks on a full pipe, and kept up to a limit.
/// When it exceeds a limit or is closed, it is ended with all its descendants. A process whose
/// processes are counted leads a session, so that descendants whose parent has ended count too.
public final class ToolProcess implements AutoCloseable {

    /// The number of bytes that are kept of each output. Further output is read and dropped.
    public static final int MOST_OUTPUT = 1 << 20;

    /// The time for which outputs are read after the process ended: a surviving child may keep them
    /// open.
    private static final Duration OUTPUT_LIMIT = Duration.ofSeconds(2);

    /// The time between two looks at what a process has written and started.
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private static final Set<ToolProcess> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        // A session does not get the signals of the terminal.
        Runtime.getRuntime().addShutdownHook(new Thread(ToolProcess::endAllRunning));
    }

    private final ToolCommand command;
    private final Process process;
    private final Optional<ProcessSession> session;
    private final Sink output;
    private final Sink errors;

    private ToolProcess(ToolCommand command, Process process, Optional<ProcessSession> session) {
        this.command = command;
        this.process = process;
        this.session = session;
        this.output = Sink.of(process.getInputStream());
        this.errors = Sink.of(process.getErrorStream());
    }

    /// Ends all processes of this class that run, with all their descendants.
    public static void endAllRunning() {
        RUNNING.forEach(ToolProcess::endAll);
    }

    /// Runs `command` to its end.
    public static ProcessResult run(ToolCommand command) {
        try (var running = start(command)) {
            return running.result();
        } catch (IOException fault) {
            return new ProcessResult(
                    command,
                    new ProcessTermination.NotStarted(String.valueOf(fault.getMessage())),
                    "",
                    "");
        }
    }

    /// Starts `command`, with an empty standard input.
    ///
    /// @throws IOException if the program cannot be started
    public static ToolProcess start(ToolCommand command) throws IOException {
        boolean leads = command.limits().countsProcesses() && ProcessSession.isAvailable();
        var words = leads ? ProcessSession.leading(command.words()) : command.words();
        var builder = new ProcessBuilder(words).directory(command.folder().toFile());
        builder.environment().putAll(command.environment());
        var process = builder.start();
        try {
            process.getOutputStream().close();
            var session =
                    leads
                            ? Optional.of(new ProcessSession(process.pid()))
                            : Optional.<ProcessSession>empty();
            var started = new ToolProcess(command, process, session);
            RUNNING.add(started);
            return started;
        } catch (IOException | RuntimeException | Error fault) {
            process.destroyForcibly();
            throw fault;
        }
    }

    /// Waits until the process has written `text` to its standard output, at most `limit`; returns
    /// whether it has.
    public boolean awaitOutput(String text, Duration limit) {
        return output.awaitText(text, limit);
    }

    /// Sends SIGKILL to the direct children: to the program, if this process is its launcher.
    public void killChildren() {
        process.children().forEach(ProcessHandle::destroyForcibly);
    }

    /// Waits for the end of the process, at most until it exceeds a limit of its command.
    public ProcessResult result() {
        try {
            var ending = awaitEnding();
            endAll();
            return new ProcessResult(
                    command, ending, output.await(OUTPUT_LIMIT), errors.await(OUTPUT_LIMIT));
        } catch (InterruptedException _) {
            endAll();
            Thread.currentThread().interrupt();
            return new ProcessResult(
                    command,
                    new ProcessTermination.NotStarted("the kit was interrupted"),
                    output.text(),
                    errors.text());
        }
    }

    private ProcessTermination awaitEnding() throws InterruptedException {
        var limits = command.limits();
        long end = System.nanoTime() + limits.time().toNanos();
        while (true) {
            long left = Math.clamp(end - System.nanoTime(), 0, INTERVAL.toNanos());
            if (process.waitFor(left, TimeUnit.NANOSECONDS)) {
                return excess().orElseGet(() -> ending(process.exitValue()));
            }
            var excess = excess();
            if (excess.isPresent()) {
                return excess.get();
            }
            if (System.nanoTime() >= end) {
                return new ProcessTermination.OutOfTime(limits.time());
            }
        }
    }

    private Optional<ProcessTermination> excess() {
        var limits = command.limits();
        if (output.written() + errors.written() > limits.outputBytes()) {
            return Optional.of(
                    new ProcessTermination.OverLimit(
                            "wrote more than %d MiB".formatted(limits.outputBytes() >> 20)));
        }
        return session.map(ProcessSession::members)
                .filter(members -> members.size() > limits.processes())
                .map(_ ->
                        new ProcessTermination.OverLimit(
                                "had more than %d processes".formatted(limits.processes())));
    }

    /// Also closes its outputs, even if other processes keep them open.
    @Override
    public void close() {
        endAll();
        process.destroyForcibly();
        RUNNING.remove(this);
    }

    /// Ends the processes by their handles: [Process#destroyForcibly] would close the outputs
    /// before they are read. The first process is ended first, so that it cannot report the end of
    /// its children.
    private void endAll() {
        var descendants = process.descendants().toList();
        process.toHandle().destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        session.ifPresent(ProcessSession::end);
    }

    private static ProcessTermination ending(int status) {
        return SignalNames.ofStatus(status)
                .<ProcessTermination>map(ProcessTermination.Signalled::new)
                .orElseGet(() -> new ProcessTermination.Exited(status));
    }

    /// One of the two outputs, which a thread of its own reads.
    private static final class Sink {

        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final Thread reader;
        private long written;

        private Sink(InputStream from) {
            reader = Thread.ofVirtual().unstarted(() -> drain(from));
        }

        static Sink of(InputStream from) {
            var sink = new Sink(from);
            sink.reader.start();
            return sink;
        }

        private void drain(InputStream from) {
            var buffer = new byte[8192];
            try (from) {
                for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                    keep(buffer, n);
                }
            } catch (IOException _) {
                // The process was ended; its output until then is kept.
            }
        }

        private synchronized void keep(byte[] bytes, int length) {
            written += length;
            kept.write(bytes, 0, Math.min(length, MOST_OUTPUT - kept.size()));
            notifyAll();
        }

        synchronized boolean awaitText(String text, Duration limit) {
            long end = System.nanoTime() + limit.toNanos();
            try {
                while (!text().contains(text)) {
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    if (left <= 0) {
                        return false;
                    }
                    wait(left);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return text().contains(text);
        }

        synchronized long written() {
            return written;
        }

        synchronized String text() {
            return kept.toString(UTF_8);
        }

        String await(Duration limit) throws InterruptedException {
            reader.join(limit);
            return text();
        }
    }
}
