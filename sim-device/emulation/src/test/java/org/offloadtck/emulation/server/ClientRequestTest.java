package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.RunEnd;

/// Requests of clients, well-formed and malformed.
class ClientRequestTest {

    static Stream<byte[]> frames() {
        return Stream.concat(
                Stream.of(
                        body(ClientRequest.OPEN_SESSION, List.of(77L), List.of("run-1")),
                        body(ClientRequest.JOIN_SESSION, List.of(5L), List.of()),
                        body(ClientRequest.OPEN_RUN, List.of(), List.of("--device\0h200\0")),
                        body(ClientRequest.CLOSE_RUN, List.of(2L, 134L), List.of("run-1")),
                        body(ClientRequest.END_SESSION, List.of(), List.of()),
                        access()),
                Arrays.stream(DriverFunction.values()).map(ClientRequestTest::body));
    }

    private static byte[] access() {
        var body = ByteBuffer.allocate(36).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(ClientRequest.ACCESS_MEMORY).putLong(0x1000).putInt(1);
        return body.putInt(16).putLong(4).putLong(5).array();
    }

    /// Reads a frame to its end, as the server and the driver service do.
    private static Object read(ByteBuffer frame) {
        return switch (ClientRequest.of(frame)) {
            case ClientRequest.Open request -> {
                request.fields().requireEnd();
                yield request.client();
            }
            case ClientRequest.Call(int function, var fields) ->
                    DriverService.read(function, fields);
            case ClientRequest request -> request;
        };
    }

    private static byte[] body(DriverFunction function) {
        var numbers = new ArrayList<Long>();
        for (int i = 0; i < function.arguments(); i++) {
            numbers.add((long) i);
        }
        var texts = new ArrayList<String>();
        for (int i = 0; i < function.buffers(); i++) {
            texts.add("text" + i);
        }
        texts.add("caller");
        return body(function.number(), numbers, texts);
    }

    private static byte[] body(int number, List<Long> numbers, List<String> texts) {
        var body = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(number);
        numbers.forEach(body::putLong);
        texts.forEach(text -> body.putInt(text.length()).put(text.getBytes(UTF_8)));
        return Arrays.copyOf(body.array(), body.position());
    }

    @Test
    void requestsAreReadFieldByField() {
        var frames = frames().map(frame -> read(ByteBuffer.wrap(frame))).toList();

        assertThat(frames)
                .startsWith(
                        new Client(77, "run-1"),
                        new ClientRequest.JoinSession(5),
                        new ClientRequest.OpenRun(List.of("--device", "h200")),
                        new ClientRequest.CloseRun(new RunEnd(2, 134), "run-1"),
                        new ClientRequest.EndSession(),
                        new ClientRequest.AccessMemory(0x1000, true, List.of(4L, 5L)))
                .hasSize(6 + DriverFunction.values().length);
    }

    @Test
    void everyPrefixIsRefusedAsSuch() {
        frames().forEach(ClientRequestTest::assertPrefixesRefused);
    }

    private static void assertPrefixesRefused(byte[] frame) {
        for (int length = 0; length < frame.length; length++) {
            var prefix = ByteBuffer.wrap(frame, 0, length).slice();
            assertThatExceptionOfType(MalformedFrameException.class).isThrownBy(() -> read(prefix));
        }
    }

    @Test
    void everyFlippedBitIsReadOrRefusedAsSuch() {
        frames().forEach(ClientRequestTest::assertFlipsSurvived);
    }

    private static void assertFlipsSurvived(byte[] frame) {
        for (int bit = 0; bit < frame.length * 8; bit++) {
            var flipped = frame.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                assertThat(read(ByteBuffer.wrap(flipped))).isNotNull();
            } catch (MalformedFrameException refusal) {
                assertThat(refusal).hasMessageNotContaining("\n");
            }
        }
    }

    @Test
    void aCallSNumberFindsIt() {
        for (var function : DriverFunction.values()) {
            assertThat(DriverFunction.of(function.number())).contains(function);
        }
    }

    @Test
    void framesAreCutAtTheirLengths() throws IOException {
        var frames = new FrameChannel(channel(3, 0, 0, 0, 'a', 'b', 'c'));

        assertThat(frames.read())
                .hasValueSatisfying(frame -> {
                    var bytes = new byte[3];
                    frame.get(bytes);
                    assertThat(new String(bytes, UTF_8)).isEqualTo("abc");
                });
        assertThat(frames.read()).isEmpty();
    }

    @Test
    void aFrameThatStopsShortIsAnEnd() throws IOException {
        assertThat(new FrameChannel(channel(3, 0, 0, 0, 'a')).read()).isEmpty();
        assertThat(new FrameChannel(channel(3, 0)).read()).isEmpty();
        assertThat(new FrameChannel(channel(0xFF, 0xFF, 0xFF, 0x3F - 1, 'a')).read()).isEmpty();
    }

    @Test
    void aFrameThatIsTooLongOrTooEarlyIsRefused() {
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> new FrameChannel(channel(0, 0, 0, 0x80)).read())
                .withMessage("frame is 2147483648 bytes long when it should be at most 1073741820");
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> new FrameChannel(channel(1, 0, 0, 0, 'a', 'b')).read())
                .withMessage("bytes follow a frame that was not answered yet");
    }

    private static ByteChannel channel(int... bytes) {
        var content = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            content[i] = (byte) bytes[i];
        }
        return new Recorded(Channels.newChannel(new ByteArrayInputStream(content)));
    }

    /// What a client has sent, all of it.
    private record Recorded(ReadableByteChannel input) implements ByteChannel {

        @Override
        public int read(ByteBuffer target) throws IOException {
            return input.read(target);
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            throw new IOException("this channel is read-only");
        }

        @Override
        public boolean isOpen() {
            return input.isOpen();
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }
}
