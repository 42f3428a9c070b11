package org.offloadtck.emulation.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.DriverThread;
import org.offloadtck.emulation.api.RunBackend;
import org.offloadtck.emulation.api.RunOpening;
import org.offloadtck.offload.protocol.MappedFiles;
import org.offloadtck.offload.protocol.RemoteClientMemory;
import org.offloadtck.offload.protocol.RuntimeFrame;
import org.offloadtck.offload.protocol.RuntimeReply;

/// One connection, served by one thread. Its first request says what it is: the life of a process
/// (no request follows), one of its threads, or an `exec`.
final class Connection implements Runnable {

    private final SocketChannel channel;
    private final FrameChannel frames;
    private final SessionRegistry sessions;
    private final RunBackend runs;
    private final ServerLog log;

    Connection(SocketChannel channel, SessionRegistry sessions, RunBackend runs, ServerLog log) {
        this.channel = channel;
        this.frames = new FrameChannel(channel);
        this.sessions = sessions;
        this.runs = runs;
        this.log = log;
    }

    @Override
    public void run() {
        try {
            serve();
        } catch (MalformedFrameException fault) {
            log.malformed(fault);
        } catch (IOException | ClientGoneException _) {
            // The client is gone, or the server ends: either way there is nobody to answer.
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            log.internal(fault);
        } finally {
            Connections.close(channel);
        }
    }

    private void serve() throws IOException {
        var first = next();
        if (first.isEmpty()) {
            return;
        }
        switch (first.get()) {
            case ClientRequest.OpenSession(var processId, var run) ->
                    serveProcess(new Client(processId, run));
            case ClientRequest.OpenRuntime(var processId, var run, var variables) ->
                    serveRuntime(new Client(processId, run), variables);
            case ClientRequest.JoinSession(var token) -> serveThread(token);
            case ClientRequest.OpenRun(var options) -> serveRun(options);
            case ClientRequest.CloseRun _, ClientRequest.Driver _, ClientRequest.Offload _ ->
                    throw new MalformedFrameException("a connection begins without a session");
        }
    }

    private Optional<ClientRequest> next() throws IOException {
        var frame = frames.read();
        return frame.map(ClientRequest::of);
    }

    private void serveProcess(Client client) throws IOException {
        var opened = sessions.open(client);
        try {
            sendOpened(opened);
            awaitEnd();
        } finally {
            sessions.close(opened);
        }
    }

    private void serveRuntime(Client client, Map<String, String> variables) throws IOException {
        var opened = sessions.openRuntime(client, variables);
        try {
            sendOpened(opened);
            awaitEnd();
        } finally {
            sessions.close(opened);
        }
    }

    private void sendOpened(SessionRegistry.Opened<?> opened) throws IOException {
        var memory = opened.session().memory();
        send(
                DriverResult.SUCCESS,
                List.of(
                        opened.token(),
                        ProcessHandle.current().pid(),
                        (long) memory.descriptor(),
                        memory.segment().byteSize()));
    }

    private void awaitEnd() throws IOException {
        if (next().isPresent()) {
            throw new MalformedFrameException("a process makes a call without a thread");
        }
    }

    private void serveThread(long token) throws IOException {
        var session = sessions.find(token).filter(found -> found.threads().join(channel));
        if (session.isEmpty()) {
            send(DriverResult.INVALID_HANDLE, List.of());
            return;
        }
        try {
            switch (session.get()) {
                case DriverProcess process -> serveThread(process);
                case RuntimeProcess process -> serveThread(process);
            }
        } finally {
            session.get().threads().leave(channel);
        }
    }

    private void serveThread(DriverProcess process) throws IOException {
        try (var thread = process.attach()) {
            send(DriverResult.SUCCESS, List.of());
            for (var request = next(); request.isPresent(); request = next()) {
                frames.write(answer(process, thread, request.get()));
            }
        }
    }

    private void serveThread(RuntimeProcess process) throws IOException {
        send(DriverResult.SUCCESS, List.of());
        for (var request = next(); request.isPresent(); request = next()) {
            frames.write(RuntimeFrame.of(answer(process, request.get()), process.top()));
        }
    }

    private RuntimeReply answer(RuntimeProcess process, ClientRequest request) {
        if (!(request instanceof ClientRequest.Offload(var call))) {
            throw new MalformedFrameException("a thread asks for what is no call of the runtime");
        }
        try {
            return process.call(
                    call,
                    new RemoteClientMemory(frames, MappedFiles.of(process.client().processId())));
        } catch (ClientGoneException | MalformedFrameException fault) {
            throw fault;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            log.internal(fault);
            return RuntimeReply.broken(log.notice());
        }
    }

    private ByteBuffer answer(DriverProcess session, DriverThread thread, ClientRequest request) {
        if (!(request instanceof ClientRequest.Driver(var call))) {
            throw new MalformedFrameException("a thread asks for what is no driver call");
        }
        try {
            var answer = session.call(thread, call);
            return ReplyFrame.of(answer.reply(), answer.top());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            log.internal(fault);
            return ReplyFrame.of(
                    DriverReply.of(DriverResult.UNKNOWN).printing("", log.notice()), 0);
        }
    }

    private void serveRun(List<String> options) throws IOException {
        switch (runs.openRun(options)) {
            case RunOpening.Refused(var text, var status) ->
                    frames.write(
                            ReplyFrame.of(
                                    DriverResult.INVALID_VALUE,
                                    List.of((long) status),
                                    List.of(text)));
            case RunOpening.Opened opened -> serveOpenRun(opened);
        }
    }

    private void serveOpenRun(RunOpening.Opened opened) throws IOException {
        var run = opened.run();
        boolean closed = false;
        try {
            frames.write(
                    ReplyFrame.of(
                            DriverResult.SUCCESS, List.of(0L), List.of(run, opened.libraries())));
            var request = next();
            if (request.isPresent()) {
                closed = true;
                closeRun(run, request.get());
            }
        } finally {
            if (!closed) {
                runs.closeRun(run);
            }
        }
    }

    private void closeRun(String run, ClientRequest request) throws IOException {
        var closing = sessions.closeRun(run);
        if (!request.equals(new ClientRequest.CloseRun(run))) {
            throw new MalformedFrameException("a run ends with something else than its end");
        }
        frames.write(
                ReplyFrame.of(
                        DriverResult.SUCCESS,
                        List.of((long) closing.exitStatus()),
                        List.of(closing.report(), closing.file(), closing.document())));
    }

    private void send(DriverResult result, List<Long> numbers) throws IOException {
        frames.write(ReplyFrame.of(result, numbers, List.of()));
    }
}
