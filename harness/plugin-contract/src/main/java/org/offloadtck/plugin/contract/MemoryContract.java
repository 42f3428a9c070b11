package org.offloadtck.plugin.contract;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.plugin.contract.DeviceContract.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;

/// Allocations and copies.
public interface MemoryContract extends DeviceContract {

    /// An allocation of `contents`' size that holds them.
    static DeviceMemory holding(Device device, byte[] contents) {
        var memory = device.allocate(contents.length);
        try (var queue = device.createQueue()) {
            queue.write(memory, 0, MemorySegment.ofArray(contents));
            queue.synchronize();
        }
        return memory;
    }

    /// All bytes of `memory`.
    static byte[] contents(Device device, DeviceMemory memory) {
        var bytes = MemorySegment.ofArray(new byte[Math.toIntExact(memory.size())]);
        try (var queue = device.createQueue()) {
            queue.read(bytes, memory, 0);
            queue.synchronize();
        }
        return bytes.toArray(JAVA_BYTE);
    }

    /// `size` bytes that differ from their neighbours.
    static byte[] pattern(int size) {
        var bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 7 + 3);
        }
        return bytes;
    }

    @Test
    default void readsBackWhatWasWritten() {
        try (var device = openDevice();
                var memory = holding(device, pattern(4099))) {
            assertThat(memory.size()).isEqualTo(4099);
            assertThat(contents(device, memory)).isEqualTo(pattern(4099));
        }
    }

    @Test
    default void aWriteAtAnOffsetLeavesTheRestAlone() {
        try (var device = openDevice();
                var memory = holding(device, pattern(64));
                var queue = device.createQueue()) {
            queue.write(memory, 17, MemorySegment.ofArray(new byte[] {1, 2, 3}));
            queue.synchronize();

            var expected = pattern(64);
            expected[17] = 1;
            expected[18] = 2;
            expected[19] = 3;
            assertThat(contents(device, memory)).isEqualTo(expected);
        }
    }

    @Test
    default void copiesBetweenMemories() {
        try (var device = openDevice();
                var from = holding(device, pattern(64));
                var to = holding(device, new byte[64]);
                var queue = device.createQueue()) {
            queue.copy(to, 8, from, 16, 24);
            queue.synchronize();

            var expected = new byte[64];
            System.arraycopy(pattern(64), 16, expected, 8, 24);
            assertThat(contents(device, to)).isEqualTo(expected);
        }
    }

    @Test
    default void fillsARange() {
        try (var device = openDevice();
                var memory = holding(device, pattern(64));
                var queue = device.createQueue()) {
            queue.fill(memory, 5, 31, (byte) 0xA5);
            queue.synchronize();

            var expected = pattern(64);
            Arrays.fill(expected, 5, 36, (byte) 0xA5);
            assertThat(contents(device, memory)).isEqualTo(expected);
        }
    }

    @Test
    default void refusesToAllocateNothing() {
        try (var device = openDevice()) {
            assertRefused(DeviceError.INVALID_SIZE, () -> device.allocate(0));
            assertRefused(DeviceError.INVALID_SIZE, () -> device.allocate(-8));
        }
    }

    @Test
    default void refusesRangesThatLeaveTheirMemory() {
        try (var device = openDevice();
                var memory = device.allocate(16);
                var other = device.allocate(32);
                var queue = device.createQueue()) {
            var seventeen = MemorySegment.ofArray(new byte[17]);
            var one = MemorySegment.ofArray(new byte[1]);

            assertRefused(DeviceError.INVALID_SIZE, () -> queue.write(memory, 0, seventeen));
            assertRefused(DeviceError.INVALID_SIZE, () -> queue.write(memory, 16, one));
            assertRefused(DeviceError.INVALID_SIZE, () -> queue.write(memory, -1, one));
            assertRefused(DeviceError.INVALID_SIZE, () -> queue.read(seventeen, memory, 0));
            assertRefused(DeviceError.INVALID_SIZE, () -> queue.copy(memory, 0, other, 0, 17));
            assertRefused(
                    DeviceError.INVALID_SIZE,
                    () -> queue.copy(other, 0, memory, 8, Long.MAX_VALUE));
            assertRefused(DeviceError.INVALID_SIZE, () -> queue.fill(memory, 8, 9, (byte) 0));
        }
    }

    @Test
    default void memoryHasAnAddressExactlyWhenTheDeviceSaysSo() {
        try (var device = openDevice();
                var memory = device.allocate(24);
                var other = device.allocate(24)) {
            boolean raw = device.capabilities().contains(Capability.RAW_ADDRESSES);

            assertThat(memory.address().isPresent()).isEqualTo(raw);
            if (raw) {
                long first = memory.address().getAsLong();
                long second = other.address().getAsLong();
                assertThat(first % 16).isZero();
                assertThat(Math.abs(first - second)).isGreaterThanOrEqualTo(24);
            }
        }
    }

    @Test
    default void closingMemoryTwiceHasNoEffectAndUsingItIsRefused() {
        try (var device = openDevice();
                var queue = device.createQueue()) {
            var memory = device.allocate(16);
            memory.close();
            memory.close();

            assertRefused(DeviceError.INVALID_VALUE, () -> queue.fill(memory, 0, 16, (byte) 0));
        }
    }
}
