package org.offloadtck.object.offload.abi;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.abi.KernelArguments.Extent;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.OffloadEntry;

/// A truncated structure is rejected; every value of its bytes is accepted.
class DamagedStructuresTest {

    static Stream<Arguments> structures() {
        var entry = new OffloadEntry(0, 1, 1, 0, 1, 2, 4, 0, 0);
        var arguments =
                new KernelArguments(3, 1, 2, 3, 4, 5, 0, 0, 0, 0, Extent.NONE, Extent.NONE, 0);
        return Stream.of(
                structure(
                        "entry of 32 bytes",
                        entry.write(EntryLayout.LEGACY),
                        bytes -> OffloadEntry.parse(EntryLayout.LEGACY, bytes, 0)),
                structure(
                        "entry of 56 bytes",
                        entry.write(EntryLayout.VERSION_1),
                        bytes -> OffloadEntry.parse(EntryLayout.VERSION_1, bytes, 0)),
                structure(
                        "device image",
                        new DeviceImage(1, 2, 3, 4).write(),
                        bytes -> DeviceImage.parse(bytes, 0)),
                structure(
                        "binary descriptor",
                        new BinaryDescriptor(1, 2, 3, 4).write(),
                        bytes -> BinaryDescriptor.parse(bytes, 0)),
                structure(
                        "ident_t",
                        new Ident(0, 2, 0, 0, 5).write(),
                        bytes -> Ident.parse(bytes, 0)),
                structure(
                        "kernel arguments",
                        arguments.write(),
                        bytes -> KernelArguments.parse(bytes, 0)));
    }

    private static Arguments structure(String name, byte[] bytes, Consumer<ObjectBytes> parse) {
        return Arguments.of(name, bytes, parse);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("structures")
    void everyPrefixIsRejected(String name, byte[] intact, Consumer<ObjectBytes> parse) {
        for (int length = 0; length < intact.length; length++) {
            var prefix = ObjectBytes.of(name, Arrays.copyOf(intact, length));

            assertThatExceptionOfType(MalformedObjectException.class)
                    .as("prefix of %d", length)
                    .isThrownBy(() -> parse.accept(prefix));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("structures")
    void everyFlippedBitIsReadOrRejected(String name, byte[] intact, Consumer<ObjectBytes> parse) {
        for (int bit = 0; bit < intact.length * 8; bit++) {
            byte[] damaged = intact.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                parse.accept(ObjectBytes.of(name, damaged));
            } catch (MalformedObjectException refused) {
                // refused with a diagnostic
            }
        }
    }
}
