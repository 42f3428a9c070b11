package org.offloadtck.offload.protocol;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.server.ClientGoneException;
import org.offloadtck.emulation.server.FrameChannel;
import org.offloadtck.emulation.server.MalformedFrameException;

/// Answers of a client to requests for its memory, well-formed and malformed.
class RemoteClientTest {

    private final ScriptedClient client = new ScriptedClient();
    private final RemoteClient memory =
            new RemoteClient(new FrameChannel(client), new MappedFiles(Path.of("/proc/self/maps")));

    @Test
    void bytesAreThoseOfTheAnswer() {
        client.willAnswer(0, 7, 8, 9);

        assertThat(memory.read(0x1000, 3))
                .hasValueSatisfying(bytes ->
                        assertThat(bytes.toArray(JAVA_BYTE)).isEqualTo(new byte[] {7, 8, 9}));
        assertThat(client.asked()).containsExactly("2 4096 3");
    }

    @Test
    void memoryThatIsNotThereIsAnAnswer() {
        client.willAnswer(1);
        client.willAnswer(1);

        assertThat(memory.read(0x1000, 3)).isEmpty();
        assertThat(memory.write(0x1000, MemorySegment.ofArray(new byte[5]))).isFalse();
        assertThat(client.asked()).containsExactly("2 4096 3", "3 4096 5");
    }

    @Test
    void whatIsStoredIsGranted() {
        client.willAnswer(0);

        assertThat(memory.write(0x1000, MemorySegment.ofArray(new byte[5]))).isTrue();
    }

    @Test
    void anAnswerOfAnotherLengthIsRefused() {
        client.willAnswer(0, 7);

        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> memory.read(0x1000, 3))
                .withMessage("answer has 1 bytes of memory, expected 3");
    }

    @Test
    void anAnswerWithoutAStatusIsRefused() {
        client.willSend(4, 0, 0, 0, 0, 0, 2, 0);

        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> memory.read(0x1000, 3))
                .withMessage("answer has no status");
    }

    @Test
    void aReportThatTheClientCannotReadIsRefused() {
        client.willAnswer(0);
        client.willAnswer(1);
        var report =
                new ToolReport(
                        ToolReport.Kind.INITIALIZE,
                        ToolReport.Phase.END,
                        new ToolReport.Place(0x1000, 1),
                        ToolReport.Place.NONE,
                        8,
                        "sm_75");

        memory.tell(report);
        assertThat(client.asked()).containsExactly("4 " + (2L << 32 | 17) + " 4096");
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> memory.tell(report))
                .withMessage("answer refuses a report to the tool");
    }

    @Test
    void aClientThatIsGoneAnswersNothing() {
        assertThatExceptionOfType(ClientGoneException.class)
                .isThrownBy(() -> memory.read(0x1000, 3));
    }

    /// A client that records requests and sends prepared answers.
    private static final class ScriptedClient implements ByteChannel {

        private final Deque<byte[]> answers = new ArrayDeque<>();
        private final List<String> asked = new ArrayList<>();

        /// @param words the status, and bytes
        void willAnswer(int... words) {
            var frame =
                    ByteBuffer.allocate(12 + words.length - 1)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(8 + words.length - 1)
                            .putInt(0x20000)
                            .putInt(words[0]);
            Arrays.stream(words).skip(1).forEach(word -> frame.put((byte) word));
            answers.add(frame.array());
        }

        void willSend(int... bytes) {
            var frame = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                frame[i] = (byte) bytes[i];
            }
            answers.add(frame);
        }

        /// The message and the two numbers after it of each question.
        List<String> asked() {
            return asked;
        }

        @Override
        public int read(ByteBuffer target) {
            if (answers.isEmpty()) {
                return -1;
            }
            var answer = answers.remove();
            target.put(answer);
            return answer.length;
        }

        @Override
        public int write(ByteBuffer source) {
            var frame = source.order(ByteOrder.LITTLE_ENDIAN);
            int start = frame.position();
            int message = frame.getInt(start + 4);
            long address = frame.getLong(start + 8);
            long size = message == 3 ? frame.getInt(start + 16) : frame.getLong(start + 16);
            asked.add(message + " " + address + " " + size);
            int length = frame.remaining();
            frame.position(frame.limit());
            return length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() throws IOException {}
    }
}
