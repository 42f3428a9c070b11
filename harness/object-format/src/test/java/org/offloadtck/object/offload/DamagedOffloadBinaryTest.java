package org.offloadtck.object.offload;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reading a damaged file returns binaries or throws a diagnostic.
class DamagedOffloadBinaryTest {

    static Stream<Arguments> intact() {
        return Stream.of(
                Arguments.of("version 1", OffloadBinarySamples.versionOne()),
                Arguments.of("version 2", OffloadBinarySamples.versionTwo()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("intact")
    void everyPrefixIsReadOrRejected(String name, byte[] intact) {
        for (int length = 0; length < intact.length; length++) {
            readOrReject(name + ", prefix of " + length, Arrays.copyOf(intact, length));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("intact")
    void everyFlippedBitIsReadOrRejected(String name, byte[] intact) {
        for (int bit = 0; bit < intact.length * 8; bit++) {
            byte[] damaged = intact.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            readOrReject(name + ", bit " + bit + " flipped", damaged);
        }
    }

    private static void readOrReject(String damage, byte[] bytes) {
        try {
            OffloadBinary.parseAll(ObjectBytes.of(damage, bytes));
        } catch (MalformedObjectException expected) {
            // refused with a diagnostic
        } catch (RuntimeException unexpected) {
            fail(damage, unexpected);
        }
    }
}
