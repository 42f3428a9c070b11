package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.thread.Extent3D;

/// The bytes of `CUlaunchAttribute` (CUDA driver API 12.6).
final class LaunchAttributesTest {

    private static final int COOPERATIVE = 2;
    private static final int CLUSTER_DIMENSION = 4;

    /// Attributes of an identifier and three words each.
    private static byte[] bytes(int... words) {
        var bytes = ByteBuffer.allocate(words.length / 4 * 72).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < words.length; i += 4) {
            int at = i / 4 * 72;
            bytes.putInt(at, words[i]);
            for (int word = 1; word < 4; word++) {
                bytes.putInt(at + 4 + 4 * word, words[i + word]);
            }
        }
        return bytes.array();
    }

    private static DriverResult result(int... words) {
        try {
            LaunchAttributes.parse(bytes(words), words.length / 4);
            return DriverResult.SUCCESS;
        } catch (DriverCallException refused) {
            return refused.reply().result();
        }
    }

    @Test
    void eachAttributeIsRead() {
        byte[] two = bytes(COOPERATIVE, 1, 0, 0, CLUSTER_DIMENSION, 2, 3, 4);

        assertThat(LaunchAttributes.parse(two, 2).isCooperative()).isTrue();
        assertThat(LaunchAttributes.parse(two, 2).cluster()).contains(new Extent3D(2, 3, 4));
        assertThat(LaunchAttributes.parse(two, 1).cluster()).isEmpty();
        assertThat(LaunchAttributes.parse(two, 3).cluster()).isPresent();
        assertThat(LaunchAttributes.parse(two, 0)).isEqualTo(LaunchAttributes.NONE);
    }

    @Test
    void theLastOfTwoLikeAttributesCounts() {
        byte[] two = bytes(COOPERATIVE, 1, 0, 0, COOPERATIVE, 0, 0, 0);

        assertThat(LaunchAttributes.parse(two, 2).isCooperative()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 5, 6, 8, 9, 10, 14})
    void someAttributesHaveNoEffect(int id) {
        assertThat(LaunchAttributes.parse(bytes(id, 1, 1, 1), 1)).isEqualTo(LaunchAttributes.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "7, NOT_SUPPORTED",
        "12, NOT_SUPPORTED",
        "13, NOT_SUPPORTED",
        "15, INVALID_VALUE",
        "-1, INVALID_VALUE",
    })
    void otherAttributesAreRefused(int id, DriverResult result) {
        assertThat(result(id, 1, 1, 1)).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, SUCCESS",
        "0, 1, 1, INVALID_VALUE",
        "1, 0, 1, INVALID_VALUE",
        "1, 1, 0, INVALID_VALUE",
        "1, 1, -1, INVALID_VALUE",
    })
    void clustersHaveBlocks(int x, int y, int z, DriverResult result) {
        assertThat(result(CLUSTER_DIMENSION, x, y, z)).isEqualTo(result);
    }
}
