package org.offloadtck.emulation.server;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Optional;
import org.offloadtck.emulation.api.ArenaTop;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.emulation.api.DriverBackend;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.DriverSession;
import org.offloadtck.emulation.api.DriverThread;
import org.offloadtck.emulation.api.SharedSpace;

/// Serves processes that use `libcuda.so`: decodes their calls and encodes the replies of a
/// [DriverBackend].
public final class DriverService implements ClientService {

    private final DriverBackend backend;

    public DriverService(DriverBackend backend) {
        this.backend = backend;
    }

    @Override
    public int openRequest() {
        return ClientRequest.OPEN_SESSION;
    }

    @Override
    public ClientSession open(Client client, RequestFields fields, SharedSpace space) {
        var visible = fields.text();
        fields.requireEnd();
        return new Session(backend.open(client, variable(visible), space));
    }

    /// The value of a variable, which the client sends after `=`; an empty text if it is not set.
    private static Optional<String> variable(String sent) {
        return sent.isEmpty() ? Optional.empty() : Optional.of(sent.substring(1));
    }

    private record Session(DriverSession backend) implements ClientSession {

        @Override
        public ClientThread attach(FrameChannel frames) {
            return new ServedThread(backend, backend.attach());
        }

        @Override
        public void accessed(DeviceMemoryAccess access) {
            backend.accessed(access);
        }

        @Override
        public void died() {
            backend.died();
        }

        @Override
        public void close() {
            backend.close();
        }
    }

    private record ServedThread(DriverSession session, DriverThread backend)
            implements ClientThread {

        @Override
        public ByteBuffer call(int function, RequestFields fields) {
            var reply =
                    function == ClientRequest.NEXT_HOST_CALL
                            ? nextHostCall(fields)
                            : backend.call(read(function, fields));
            return ReplyFrame.of(reply, session.arenaTop());
        }

        private DriverReply nextHostCall(RequestFields fields) {
            caller(fields);
            return session.nextHostCall()
                    .map(due ->
                            DriverReply.success(
                                    (long) due.call().form().code(),
                                    due.call().function(),
                                    due.call().stream(),
                                    due.call().data(),
                                    (long) due.status().value()))
                    .orElseGet(() -> DriverReply.of(DriverResult.DEINITIALIZED));
        }

        @Override
        public ByteBuffer internalError(String notice) {
            return ReplyFrame.of(
                    DriverReply.of(DriverResult.UNKNOWN).printing("", notice), ArenaTop.NONE);
        }

        @Override
        public void close() {
            backend.close();
        }
    }

    /// Reads a call.
    ///
    /// @param number of its function
    /// @throws MalformedFrameException if there is no such function, or its arguments are others
    static DriverCall read(int number, RequestFields fields) {
        var function =
                DriverFunction.of(number)
                        .orElseThrow(() ->
                                new MalformedFrameException(
                                        "request %d is not a driver function".formatted(number)));
        var arguments = fields.wides(function.arguments());
        var buffers = new ArrayList<byte[]>();
        for (int i = 0; i < function.buffers(); i++) {
            buffers.add(fields.buffer());
        }
        var caller = caller(fields);
        return caller.isEmpty()
                ? new DriverCall(function, arguments, buffers)
                : new DriverCall(function, arguments, buffers, caller);
    }

    /// Reads the last field of a call: the function of the CUDA runtime that makes it, or an empty
    /// text.
    private static String caller(RequestFields fields) {
        var caller = fields.text();
        fields.requireEnd();
        return caller;
    }
}
