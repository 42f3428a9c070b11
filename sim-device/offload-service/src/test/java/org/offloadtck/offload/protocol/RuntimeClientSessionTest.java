package org.offloadtck.offload.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.emulation.server.MalformedFrameException;
import org.offloadtck.emulation.server.RequestFields;

/// Requests of `libomptarget.so`, well-formed and malformed.
class RuntimeClientSessionTest {

    private static final String COMPONENTS = "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0";

    @ParameterizedTest
    @EnumSource
    void readsTheArgumentsAndComponentsOfACall(RuntimeFunction function) {
        var numbers = LongStream.range(0, function.arguments()).boxed().toList();

        assertThat(read(body(function)))
                .isEqualTo(new RuntimeCall(function, numbers, List.of(1L, 2L)));
    }

    @Test
    void readsVariablesThatHaveAName() {
        var fields = new RequestFields(body(List.of(), "A=b=c\0=d\0E\0"));

        assertThat(RuntimeClientSession.variables(fields)).isEqualTo(Map.of("A", "b=c"));
    }

    @ParameterizedTest
    @EnumSource
    void rejectsEveryPrefixOfACall(RuntimeFunction function) {
        var frame = body(function);
        for (int length = Integer.BYTES; length < frame.limit(); length++) {
            var prefix = frame.slice(0, length);
            assertThatExceptionOfType(MalformedFrameException.class).isThrownBy(() -> read(prefix));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsOrRejectsACallWithAFlippedBit(RuntimeFunction function) {
        var bytes = Arrays.copyOf(body(function).array(), body(function).limit());
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            var flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                assertThat(read(ByteBuffer.wrap(flipped))).isNotNull();
            } catch (MalformedFrameException rejection) {
                assertThat(rejection).hasMessageNotContaining("\n");
            }
        }
    }

    private static RuntimeCall read(ByteBuffer frame) {
        var fields = new RequestFields(frame);
        return RuntimeClientSession.read(fields.number(), fields);
    }

    private static ByteBuffer body(RuntimeFunction function) {
        var numbers = LongStream.range(0, function.arguments()).boxed().toList();
        var arguments = body(numbers, COMPONENTS);
        return ByteBuffer.allocate(Integer.BYTES + arguments.remaining())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(RuntimeClientSession.FIRST_CALL + function.number())
                .put(arguments)
                .flip();
    }

    private static ByteBuffer body(List<Long> numbers, String text) {
        var body = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
        numbers.forEach(body::putLong);
        return body.putInt(text.length()).put(text.getBytes(UTF_8)).flip();
    }
}
