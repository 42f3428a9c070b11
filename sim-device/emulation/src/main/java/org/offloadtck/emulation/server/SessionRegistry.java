package org.offloadtck.emulation.server;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DeviceBackend;
import org.offloadtck.emulation.api.RunClosing;

/// The sessions there are, by the token their threads join with. Every method may be called by any
/// thread.
final class SessionRegistry {

    /// How long the end of a run waits for sessions of processes that are gone: their connections
    /// end with them, and the kernels they left are interrupted.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private static final long POLL_MILLISECONDS = 5;

    private final DeviceBackend backend;
    private final SecureRandom tokens = new SecureRandom();
    private final Map<Long, ServedProcess> sessions = new LinkedHashMap<>();

    SessionRegistry(DeviceBackend backend) {
        this.backend = backend;
    }

    /// A session and the token it is joined with.
    record Opened<S extends ServedProcess>(long token, S session) {}

    Opened<DriverProcess> open(Client client) throws IOException {
        var memory = SessionMemory.ofBytes(backend.runs().arenaBytes(client));
        return add(
                new DriverProcess(client, backend.driver().open(client, memory.segment()), memory));
    }

    Opened<RuntimeProcess> openRuntime(Client client, Map<String, String> variables)
            throws IOException {
        var memory = SessionMemory.ofBytes(backend.runs().arenaBytes(client));
        var session = backend.runtime().open(client, variables, memory.segment());
        return add(new RuntimeProcess(client, session, memory));
    }

    private synchronized <S extends ServedProcess> Opened<S> add(S session) {
        long token = tokens.nextLong();
        sessions.put(token, session);
        return new Opened<>(token, session);
    }

    synchronized Optional<ServedProcess> find(long token) {
        return Optional.ofNullable(sessions.get(token));
    }

    /// Ends a session once everything it held is free.
    void close(Opened<?> opened) {
        opened.session().close();
        synchronized (this) {
            sessions.remove(opened.token());
            notifyAll();
        }
    }

    /// Ends a run after the sessions of its processes that are gone.
    RunClosing closeRun(String run) {
        awaitProcesses(run);
        return backend.runs().closeRun(run);
    }

    private synchronized void awaitProcesses(String run) {
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        try {
            while (isLeftBehind(run) && System.nanoTime() < deadline) {
                wait(POLL_MILLISECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isLeftBehind(String run) {
        return sessions.values().stream()
                .map(ServedProcess::client)
                .filter(client -> client.run().equals(run))
                .anyMatch(client -> !isAlive(client.processId()));
    }

    private static boolean isAlive(long processId) {
        return ProcessHandle.of(processId).map(ProcessHandle::isAlive).orElse(false);
    }
}
