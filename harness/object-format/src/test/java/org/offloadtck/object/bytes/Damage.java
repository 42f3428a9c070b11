package org.offloadtck.object.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A well-formed input, damaged in one way: cut short, or with one bit flipped.
///
/// Whatever the damage, reading has to end in a value or in a [MalformedObjectException] that names
/// the source, and must not take memory out of proportion to the input.
public record Damage(ObjectBytes file) {

    /// What a reader may allocate: a multiple of the input, and what messages and loaded classes
    /// take whatever the input.
    private static final long ALLOCATION_FACTOR = 128;

    private static final long ALLOCATION_FLOOR = 8 << 20;

    public static Stream<Damage> everyPrefix(byte[] intact) {
        return IntStream.range(0, intact.length)
                .mapToObj(length -> of("prefix of " + length, Arrays.copyOf(intact, length)));
    }

    public static Stream<Damage> everyFlippedBit(byte[] intact) {
        return IntStream.range(0, intact.length * Byte.SIZE).mapToObj(bit -> flipped(intact, bit));
    }

    private static Damage flipped(byte[] intact, int bit) {
        byte[] bytes = intact.clone();
        bytes[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
        return of("bit %d of byte 0x%x".formatted(bit % 8, bit / 8), bytes);
    }

    private static Damage of(String name, byte[] bytes) {
        return new Damage(ObjectBytes.of(name, bytes));
    }

    /// Passes the damaged bytes, whose source is the name of the damage, to `reader`.
    public void assertReadOrRefused(Consumer<ObjectBytes> reader) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            reader.accept(file);
        } catch (MalformedObjectException refusal) {
            assertThat(refusal.source()).isEqualTo(file.source());
            assertThat(refusal.offset()).as(file.source()).isNotNegative();
        } catch (RuntimeException | Error foreign) {
            fail(file.source(), foreign);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated for %s", file.source())
                .isLessThan(ALLOCATION_FLOOR + ALLOCATION_FACTOR * file.size());
    }
}
