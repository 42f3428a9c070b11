package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.offload.protocol.RuntimeCall;
import org.offloadtck.offload.protocol.RuntimeFunction;

/// What a client asks. The numbers of requests that are no driver calls are those of `wire.h`.
sealed interface ClientRequest {

    int OPEN_SESSION = 0x10001;
    int JOIN_SESSION = 0x10002;
    int OPEN_RUN = 0x10003;
    int CLOSE_RUN = 0x10004;
    int OPEN_RUNTIME = 0x10005;

    /// What the numbers of the runtime's calls are counted from; `omptarget/runtime.c` has the
    /// same.
    int FIRST_RUNTIME_CALL = 0x20000;

    /// A process makes itself known; this connection lasts as long as it does.
    record OpenSession(long processId, String run) implements ClientRequest {}

    /// A thread of the process that was given `token` will make calls over this connection.
    record JoinSession(long token) implements ClientRequest {}

    /// `exec` begins.
    record OpenRun(List<String> options) implements ClientRequest {}

    /// `exec` ends.
    record CloseRun(String run) implements ClientRequest {}

    /// A process that uses `libomptarget.so` makes itself known, as [OpenSession].
    ///
    /// @param variables of its environment, by name
    record OpenRuntime(long processId, String run, Map<String, String> variables)
            implements ClientRequest {}

    /// A call of `libomptarget.so`.
    record Offload(RuntimeCall call) implements ClientRequest {}

    /// A driver call.
    record Driver(DriverCall call) implements ClientRequest {}

    /// Reads a frame, all of it.
    static ClientRequest of(ByteBuffer frame) {
        var fields = new Fields(frame.order(ByteOrder.LITTLE_ENDIAN));
        int number = fields.number();
        var request =
                switch (number) {
                    case OPEN_SESSION -> new OpenSession(fields.wide(), fields.text());
                    case JOIN_SESSION -> new JoinSession(fields.wide());
                    case OPEN_RUN -> new OpenRun(words(fields.text()));
                    case CLOSE_RUN -> new CloseRun(fields.text());
                    case OPEN_RUNTIME ->
                            new OpenRuntime(fields.wide(), fields.text(), variables(fields.text()));
                    default ->
                            number >= FIRST_RUNTIME_CALL
                                    ? new Offload(runtimeCall(number - FIRST_RUNTIME_CALL, fields))
                                    : new Driver(call(number, fields));
                };
        fields.requireEnd();
        return request;
    }

    private static RuntimeCall runtimeCall(int number, Fields fields) {
        var function =
                RuntimeFunction.of(number)
                        .orElseThrow(() ->
                                new MalformedFrameException(
                                        "the runtime is asked for call %d, which is none"
                                                .formatted(number)));
        var arguments = new ArrayList<Long>();
        for (int i = 0; i < function.arguments(); i++) {
            arguments.add(fields.wide());
        }
        return new RuntimeCall(function, arguments, fields.wideNumbers());
    }

    private static Map<String, String> variables(String text) {
        var variables = new LinkedHashMap<String, String>();
        for (var word : words(text)) {
            int sign = word.indexOf('=');
            if (sign > 0) {
                variables.put(word.substring(0, sign), word.substring(sign + 1));
            }
        }
        return Collections.unmodifiableMap(variables);
    }

    private static DriverCall call(int number, Fields fields) {
        var function =
                DriverFunction.of(number)
                        .orElseThrow(() ->
                                new MalformedFrameException(
                                        "request has number %d, which is nothing's"
                                                .formatted(number)));
        var arguments = new ArrayList<Long>();
        for (int i = 0; i < function.arguments(); i++) {
            arguments.add(fields.wide());
        }
        var buffers = new ArrayList<byte[]>();
        for (int i = 0; i < function.buffers(); i++) {
            buffers.add(fields.buffer());
        }
        return new DriverCall(function, arguments, buffers);
    }

    private static List<String> words(String text) {
        var words = Arrays.asList(text.split("\0", -1));
        return words.subList(0, words.size() - 1);
    }

    /// The fields of a frame in their order.
    record Fields(ByteBuffer bytes) {

        int number() {
            require(Integer.BYTES);
            return bytes.getInt();
        }

        long wide() {
            require(Long.BYTES);
            return bytes.getLong();
        }

        byte[] buffer() {
            int length = number();
            require(length);
            var content = new byte[length];
            bytes.get(content);
            return content;
        }

        /// A buffer of 64-bit numbers.
        List<Long> wideNumbers() {
            var content = ByteBuffer.wrap(buffer()).order(ByteOrder.LITTLE_ENDIAN);
            var numbers = new ArrayList<Long>();
            while (content.remaining() >= Long.BYTES) {
                numbers.add(content.getLong());
            }
            return numbers;
        }

        String text() {
            return new String(buffer(), UTF_8);
        }

        private void require(int size) {
            if (size < 0 || size > bytes.remaining()) {
                throw new MalformedFrameException(
                        "%s bytes are announced at %d when %d are left"
                                .formatted(
                                        Integer.toUnsignedString(size),
                                        bytes.position(),
                                        bytes.remaining()));
            }
        }

        void requireEnd() {
            if (bytes.hasRemaining()) {
                throw new MalformedFrameException(
                        "%d bytes follow the last field".formatted(bytes.remaining()));
            }
        }
    }
}
