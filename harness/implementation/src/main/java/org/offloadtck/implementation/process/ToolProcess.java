package org.offloadtck.implementation.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A running process of a toolchain, or of a program it built.
///
/// Its output is read as it comes, so that it never waits for a reader, and kept up to a cap. When
/// its time is over, or it is closed, it is ended together with all that it started.
public final class ToolProcess implements AutoCloseable {

    /// The most bytes kept of each of the two outputs; what comes after is read and dropped.
    public static final int MOST_OUTPUT = 1 << 20;

    /// How long the outputs are read on after the process ended: a child that it left, and that
    /// holds them open, is no reason to wait.
    private static final Duration LINGER = Duration.ofSeconds(2);

    /// Exit statuses above it mean a signal, as every shell reports them (POSIX.1-2017, Shell
    /// Command Language, 2.8.2).
    private static final int SIGNALLED = 128;

    private final ToolCommand command;
    private final Process process;
    private final Sink output;
    private final Sink errors;

    private ToolProcess(ToolCommand command, Process process) {
        this.command = command;
        this.process = process;
        this.output = Sink.of(process.getInputStream());
        this.errors = Sink.of(process.getErrorStream());
    }

    /// Runs `command` to its end.
    public static ProcessResult run(ToolCommand command) {
        try (var running = start(command)) {
            return running.result();
        } catch (IOException fault) {
            return new ProcessResult(
                    command.words(),
                    new ProcessTermination.NotStarted(String.valueOf(fault.getMessage())),
                    "",
                    "");
        }
    }

    public static ToolProcess start(ToolCommand command) throws IOException {
        var builder = new ProcessBuilder(command.words()).directory(command.folder().toFile());
        builder.environment().putAll(command.environment());
        var process = builder.start();
        process.getOutputStream().close();
        return new ToolProcess(command, process);
    }

    /// Waits until it has written `text` to its standard output, at most as long as `limit`;
    /// whether it has.
    public boolean awaitOutput(String text, Duration limit) {
        return output.awaitText(text, limit);
    }

    /// Sends SIGKILL to what it started itself: to the program, if this is its launcher.
    public void killChildren() {
        process.children().forEach(ProcessHandle::destroyForcibly);
    }

    /// Waits for its end, at most as long as its command allows.
    public ProcessResult result() {
        try {
            var ended = process.waitFor(command.limit().toMillis(), TimeUnit.MILLISECONDS);
            var ending =
                    ended
                            ? ending(process.exitValue())
                            : new ProcessTermination.OutOfTime(command.limit());
            endAll();
            return new ProcessResult(
                    command.words(), ending, output.await(LINGER), errors.await(LINGER));
        } catch (InterruptedException _) {
            endAll();
            Thread.currentThread().interrupt();
            return new ProcessResult(
                    command.words(),
                    new ProcessTermination.NotStarted("the kit was interrupted"),
                    output.text(),
                    errors.text());
        }
    }

    /// Also lets go of its outputs, whoever else holds them.
    @Override
    public void close() {
        endAll();
        process.destroyForcibly();
    }

    /// Ends the processes by their handles: [Process#destroyForcibly] would close the outputs
    /// before what is in them was read.
    private void endAll() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
    }

    private static ProcessTermination ending(int status) {
        return status > SIGNALLED
                ? SignalNames.name(status - SIGNALLED)
                        .<ProcessTermination>map(ProcessTermination.Signalled::new)
                        .orElseGet(() -> new ProcessTermination.Exited(status))
                : new ProcessTermination.Exited(status);
    }

    /// One of the two outputs, read by a thread of its own.
    private static final class Sink {

        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final Thread reader;

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
                // The process was ended: what came until then is its output.
            }
        }

        private synchronized void keep(byte[] bytes, int length) {
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

        synchronized String text() {
            return kept.toString(UTF_8);
        }

        String await(Duration limit) throws InterruptedException {
            reader.join(limit);
            return text();
        }
    }
}
