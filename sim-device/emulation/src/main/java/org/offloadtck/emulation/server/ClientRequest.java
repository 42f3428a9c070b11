package org.offloadtck.emulation.server;

import java.nio.ByteBuffer;
import java.util.List;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.RunEnd;

/// A request of a client. The numbers of requests that are not calls are those of `wire.h`.
sealed interface ClientRequest {

    int OPEN_SESSION = 0x10001;
    int JOIN_SESSION = 0x10002;
    int OPEN_RUN = 0x10003;
    int CLOSE_RUN = 0x10004;
    int OPEN_RUNTIME = 0x10005;
    int SERVE_MEMORY = 0x10006;
    int NEXT_HOST_CALL = 0x10007;
    int END_SESSION = 0x10008;
    int ACCESS_MEMORY = 0x10009;

    /// A process opens its session. The session ends with this connection.
    ///
    /// @param kind the request's number: which [ClientService] serves the process
    /// @param fields what follows the process id and the run
    record Open(int kind, Client client, RequestFields fields) implements ClientRequest {}

    /// A thread of the process with session `token` will make calls over this connection.
    record JoinSession(long token) implements ClientRequest {}

    /// A thread of the process with session `token` will answer questions about its memory over
    /// this connection.
    record ServeMemory(long token) implements ClientRequest {}

    /// `offload-tck-exec` begins a run.
    ///
    /// @param options the words between `exec` and `--`
    record OpenRun(List<String> options) implements ClientRequest {}

    /// `offload-tck-exec` ends a run.
    ///
    /// @param end how its program ended
    record CloseRun(RunEnd end, String run) implements ClientRequest {}

    /// The process that opened a session over this connection exits.
    record EndSession() implements ClientRequest {}

    /// The process that opened a session over this connection accesses memory of a device.
    ///
    /// @param frames code addresses of the thread, innermost first
    record AccessMemory(long address, boolean isWrite, List<Long> frames)
            implements ClientRequest {}

    /// A call of a thread.
    ///
    /// @param function its number; each [ClientService] has its own
    /// @param fields its arguments
    record Call(int function, RequestFields fields) implements ClientRequest {}

    /// Reads the number and the fields that every request of that number has.
    ///
    /// @throws MalformedFrameException if the frame is no request
    static ClientRequest of(ByteBuffer frame) {
        var fields = new RequestFields(frame);
        int number = fields.number();
        return switch (number) {
            case OPEN_SESSION, OPEN_RUNTIME ->
                    new Open(number, new Client(fields.wide(), fields.text()), fields);
            case JOIN_SESSION -> complete(new JoinSession(fields.wide()), fields);
            case SERVE_MEMORY -> complete(new ServeMemory(fields.wide()), fields);
            case OPEN_RUN -> complete(new OpenRun(fields.texts()), fields);
            case CLOSE_RUN ->
                    complete(
                            new CloseRun(new RunEnd(fields.wide(), fields.wide()), fields.text()),
                            fields);
            case END_SESSION -> complete(new EndSession(), fields);
            case ACCESS_MEMORY ->
                    complete(
                            new AccessMemory(
                                    fields.wide(), fields.number() != 0, fields.wideBuffer()),
                            fields);
            default -> new Call(number, fields);
        };
    }

    private static ClientRequest complete(ClientRequest request, RequestFields fields) {
        fields.requireEnd();
        return request;
    }
}
