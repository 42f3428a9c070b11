package org.offloadtck.emulation.server;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.RunClosing;
import org.offloadtck.emulation.api.RunEnd;
import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.unified.ClientAddressSpace;

/// The open sessions, by the token with which threads join them. Thread-safe.
///
/// Requirement: ER-06.
final class SessionRegistry {

    /// How long the end of a run waits for the sessions of processes that have ended: their
    /// connections close, and their kernels are interrupted.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    /// The time from SIGTERM to SIGKILL, as in `watch.c`.
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final long POLL_MILLISECONDS = 5;

    private final DeviceBackend backend;
    private final SecureRandom tokens = new SecureRandom();
    private final Map<Long, ServedProcess> processes = new LinkedHashMap<>();

    SessionRegistry(DeviceBackend backend) {
        this.backend = backend;
    }

    /// A process and the token with which its threads join its session.
    record Opened(long token, ServedProcess process) {}

    /// Opens the session of a process.
    ///
    /// @throws IOException if there is no memory file for it
    /// @throws MalformedFrameException if no service has such a request
    Opened open(ClientRequest.Open request) throws IOException {
        var service = service(request.kind());
        var client = request.client();
        var runs = backend.runs();
        var memory =
                SessionMemory.ofBytes(
                        client.processId(), runs.deviceBytes(client), runs.sharedBytes());
        boolean isOpen = false;
        try {
            var host = new ClientAddressSpace(client.processId(), runs.access(client));
            var space = new SharedSpace(memory.segment(), memory.deviceBytes(), host, memory);
            var session = service.open(client, request.fields(), space);
            isOpen = true;
            return add(new ServedProcess(client, session, memory, host));
        } finally {
            if (!isOpen) {
                memory.close();
            }
        }
    }

    private ClientService service(int kind) {
        return backend.services().stream()
                .filter(service -> service.openRequest() == kind)
                .findFirst()
                .orElseThrow(() ->
                        new MalformedFrameException(
                                "no service of this server has request 0x%x".formatted(kind)));
    }

    private synchronized Opened add(ServedProcess process) {
        long token = tokens.nextLong();
        processes.put(token, process);
        return new Opened(token, process);
    }

    synchronized Optional<ServedProcess> find(long token) {
        return Optional.ofNullable(processes.get(token));
    }

    /// Closes a session, then removes it.
    void close(Opened opened) {
        opened.process().close();
        synchronized (this) {
            processes.remove(opened.token());
            notifyAll();
        }
    }

    /// Ends a run after the sessions of its ended processes are closed.
    RunClosing closeRun(String run, RunEnd end) {
        awaitProcesses(run);
        return backend.runs().closeRun(run, end);
    }

    /// Ends the processes of a run that the client has not ended: children of the program.
    void endProcesses(String run) {
        var alive = processes(run);
        alive.forEach(ProcessHandle::destroy);
        for (var process : alive) {
            try {
                process.onExit().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException _) {
                process.destroyForcibly();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized List<ProcessHandle> processes(String run) {
        return processes.values().stream()
                .map(ServedProcess::client)
                .filter(client -> client.run().equals(run))
                .flatMap(client -> ProcessHandle.of(client.processId()).stream())
                .toList();
    }

    private synchronized void awaitProcesses(String run) {
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        try {
            while (hasEndedProcess(run) && System.nanoTime() < deadline) {
                wait(POLL_MILLISECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whether the session of a process that has ended is still open.
    private boolean hasEndedProcess(String run) {
        return processes.values().stream()
                .map(ServedProcess::client)
                .filter(client -> client.run().equals(run))
                .anyMatch(client -> !isAlive(client));
    }

    private static boolean isAlive(Client client) {
        return ProcessHandle.of(client.processId()).map(ProcessHandle::isAlive).orElse(false);
    }
}
