package org.offloadtck.offload.protocol;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.emulation.server.ClientSession;
import org.offloadtck.emulation.server.ClientThread;
import org.offloadtck.emulation.server.FrameChannel;
import org.offloadtck.emulation.server.MalformedFrameException;
import org.offloadtck.emulation.server.RequestFields;

/// A process that uses the kit's `libomptarget.so`: decodes its calls and encodes the replies of a
/// [RuntimeSession].
///
/// @param processId of the process
public record RuntimeClientSession(long processId, RuntimeSession backend)
        implements ClientSession {

    /// Number of the request that opens a session: `OPEN_RUNTIME` of `wire.h`.
    public static final int OPEN_REQUEST = 0x10005;

    /// Offset of the numbers of runtime functions in requests, as in `omptarget/runtime.c`.
    static final int FIRST_CALL = 0x20000;

    /// Reads the environment variables in the request that opens a session, by name.
    ///
    /// @throws MalformedFrameException if the frame ends before them or after them
    public static Map<String, String> variables(RequestFields fields) {
        var variables = new LinkedHashMap<String, String>();
        for (var text : fields.texts()) {
            int sign = text.indexOf('=');
            if (sign > 0) {
                variables.put(text.substring(0, sign), text.substring(sign + 1));
            }
        }
        fields.requireEnd();
        return Collections.unmodifiableMap(variables);
    }

    /// Reads a call.
    ///
    /// @param number of the request
    /// @throws MalformedFrameException if there is no such function, or its arguments are others
    static RuntimeCall read(int number, RequestFields fields) {
        var function =
                RuntimeFunction.of(number - FIRST_CALL)
                        .orElseThrow(() ->
                                new MalformedFrameException(
                                        "request %d is not a runtime function".formatted(number)));
        var arguments = fields.wides(function.arguments());
        var components = fields.wideBuffer();
        fields.requireEnd();
        return new RuntimeCall(function, arguments, components);
    }

    @Override
    public ClientThread attach(FrameChannel frames) {
        return new RuntimeThread(frames);
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

    private final class RuntimeThread implements ClientThread {

        private final FrameChannel frames;

        RuntimeThread(FrameChannel frames) {
            this.frames = frames;
        }

        @Override
        public ByteBuffer call(int function, RequestFields fields) {
            var call = read(function, fields);
            try (var memory = new RemoteClient(frames, MappedFiles.of(processId))) {
                return RuntimeFrame.of(backend.call(call, memory), backend.arenaTop());
            }
        }

        @Override
        public ByteBuffer internalError(String notice) {
            return RuntimeFrame.of(RuntimeReply.broken(notice), backend.arenaTop());
        }

        @Override
        public void close() {}
    }
}
