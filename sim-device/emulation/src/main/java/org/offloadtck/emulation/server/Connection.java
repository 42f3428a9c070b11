package org.offloadtck.emulation.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.RunBackend;
import org.offloadtck.emulation.api.RunClosing;
import org.offloadtck.emulation.api.RunEnd;
import org.offloadtck.emulation.api.RunOpening;

/// One connection, served by one thread. Its first request decides its purpose: the lifetime of a
/// process (no request follows), the calls of one thread, or a run of `exec`.
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

    /// Closes a channel that the other end may have closed already.
    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException _) {
            // The descriptor is released even if the kernel reports unsent data.
        }
    }

    @Override
    public void run() {
        try {
            serve();
        } catch (MalformedFrameException fault) {
            log.malformed(fault);
        } catch (IOException | ClientGoneException _) {
            // The client or the server has ended: a reply would reach no reader.
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            log.internal(fault);
        } finally {
            close(channel);
        }
    }

    private void serve() throws IOException {
        var first = next();
        if (first.isEmpty()) {
            return;
        }
        switch (first.get()) {
            case ClientRequest.Open request -> serveProcess(request);
            case ClientRequest.JoinSession(var token) -> serveThread(token);
            case ClientRequest.ServeMemory(var token) -> serveMemory(token);
            case ClientRequest.OpenRun(var options) -> serveRun(options);
            case ClientRequest.CloseRun _,
                    ClientRequest.EndSession _,
                    ClientRequest.AccessMemory _,
                    ClientRequest.Call _ ->
                    throw new MalformedFrameException("the first request opens or joins nothing");
        }
    }

    private Optional<ClientRequest> next() throws IOException {
        var frame = frames.read();
        return frame.map(ClientRequest::of);
    }

    private void serveProcess(ClientRequest.Open request) throws IOException {
        var opened = sessions.open(request);
        try {
            var memory = opened.process().memory();
            long self = ProcessHandle.current().pid();
            send(
                    DriverResult.SUCCESS,
                    List.of(
                            opened.token(),
                            self,
                            (long) memory.descriptor(),
                            memory.segment().byteSize(),
                            memory.deviceBytes(),
                            self,
                            opened.process().addressSpace().isAvailable() ? 1L : 0));
            awaitEnd(opened.process());
        } finally {
            sessions.close(opened);
        }
    }

    private void awaitEnd(ServedProcess process) throws IOException {
        boolean exits = false;
        try {
            var request = next();
            while (request.isPresent() && !exits) {
                exits = isEnd(process, request.get());
                request = next();
            }
            if (request.isPresent()) {
                throw unexpected();
            }
        } finally {
            if (!exits) {
                process.died();
            }
        }
    }

    /// Serves a request over the connection that opened a session.
    ///
    /// @return whether the process exits
    private boolean isEnd(ServedProcess process, ClientRequest request) throws IOException {
        return switch (request) {
            case ClientRequest.EndSession _ -> true;
            case ClientRequest.AccessMemory access -> {
                process.accessed(access);
                send(DriverResult.SUCCESS, List.of());
                yield false;
            }
            case ClientRequest _ -> throw unexpected();
        };
    }

    private static MalformedFrameException unexpected() {
        return new MalformedFrameException(
                "a request other than its end follows the one that opens a session");
    }

    private void serveThread(long token) throws IOException {
        var joined = sessions.find(token).filter(found -> found.threads().join(channel));
        if (joined.isEmpty()) {
            send(DriverResult.INVALID_HANDLE, List.of());
            return;
        }
        var process = joined.get();
        try (var thread = process.attach(frames)) {
            send(DriverResult.SUCCESS, List.of());
            for (var request = next(); request.isPresent(); request = next()) {
                frames.write(reply(process, thread, request.get()));
            }
        } finally {
            process.threads().leave(channel);
        }
    }

    private void serveMemory(long token) {
        var joined = sessions.find(token).filter(found -> found.threads().join(channel));
        if (joined.isPresent()) {
            var process = joined.get();
            process.addressSpace().attach(new MemoryConnection(frames));
            process.awaitEnd();
            process.threads().leave(channel);
        }
    }

    private ByteBuffer reply(ServedProcess process, ClientThread thread, ClientRequest request) {
        if (!(request instanceof ClientRequest.Call call)) {
            throw new MalformedFrameException("a thread sends a request that is not a call");
        }
        try {
            return process.call(thread, call);
        } catch (ClientGoneException | MalformedFrameException fault) {
            throw fault;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            log.internal(fault);
            return thread.internalError(log.notice());
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
            var request = watchedNext(run);
            if (request.isPresent()) {
                closed = true;
                closeRun(run, request.get());
            }
        } finally {
            if (!closed) {
                runs.closeRun(run, RunEnd.EXITED);
            }
        }
    }

    /// The next request, during whose wait the client learns how the run goes.
    private Optional<ClientRequest> watchedNext(String run) throws IOException {
        var watch = RunWatch.start(runs.status(run), frames);
        try (watch) {
            return next();
        } finally {
            if (watch.hasExpired()) {
                sessions.endProcesses(run);
            }
        }
    }

    private void closeRun(String run, ClientRequest request) throws IOException {
        var end = request instanceof ClientRequest.CloseRun(var sent, _) ? sent : RunEnd.EXITED;
        var closing = sessions.closeRun(run, end);
        if (!request.equals(new ClientRequest.CloseRun(end, run))) {
            throw new MalformedFrameException("a request other than its end follows a run");
        }
        frames.write(
                ReplyFrame.of(
                        DriverResult.SUCCESS,
                        List.of((long) closing.exitStatus()),
                        texts(closing)));
    }

    /// The report, its file, then name and contents of each other file.
    private static List<String> texts(RunClosing closing) {
        var texts = new ArrayList<>(List.of(closing.report(), closing.reportFile()));
        closing.files()
                .forEach((name, contents) -> {
                    texts.add(name);
                    texts.add(contents);
                });
        return texts;
    }

    private void send(DriverResult result, List<Long> numbers) throws IOException {
        frames.write(ReplyFrame.of(result, numbers, List.of()));
    }
}
