package org.offloadtck.plugin.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.plugin.contract.DeviceContract.assertRefused;
import static org.offloadtck.plugin.contract.LaunchContract.bytes;
import static org.offloadtck.plugin.contract.LaunchContract.ints;
import static org.offloadtck.plugin.contract.MemoryContract.contents;
import static org.offloadtck.plugin.contract.MemoryContract.holding;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.LaunchSize;

/// Order within and between queues.
public interface QueueContract extends DeviceContract {

    @Test
    default void operationsOfAQueueTakeEffectInOrder() {
        var read = new int[4];
        try (var device = openDevice();
                var program = device.createProgram(contractImage());
                var data = device.allocate(16);
                var queue = device.createQueue()) {
            queue.fill(data, 0, 16, (byte) 0xFF);
            queue.launch(
                    program.kernel("store_index").orElseThrow(),
                    LaunchSize.of(1, 4),
                    List.of(Argument.Pointer.to(data)));
            queue.write(data, 4, MemorySegment.ofArray(new int[] {50}));
            queue.read(MemorySegment.ofArray(read), data, 0);
            queue.synchronize();
        }

        assertThat(read).containsExactly(0, 50, 2, 3);
    }

    @Test
    default void aQueueWaitsForAnotherQueuesEvent() {
        try (var device = openDevice();
                var data = holding(device, bytes(1, 2, 3, 4));
                var copy = device.allocate(16);
                var first = device.createQueue();
                var second = device.createQueue()) {
            first.write(data, 0, MemorySegment.ofArray(new int[] {9}));
            try (var written = first.record()) {
                second.waitFor(written);
                second.copy(copy, 0, data, 0, 16);
                second.synchronize();
            }

            assertThat(ints(contents(device, copy))).containsExactly(9, 2, 3, 4);
        }
    }

    @Test
    default void aRecordedEventCompletesAndMeasuresNothing() {
        try (var device = openDevice();
                var data = device.allocate(16);
                var queue = device.createQueue()) {
            queue.fill(data, 0, 16, (byte) 1);
            try (var event = queue.record()) {
                event.synchronize();

                assertThat(event.measurements()).isEmpty();
            }
        }
    }

    @Test
    default void aQueueIsUsableAfterARefusedOperation() {
        try (var device = openDevice();
                var data = holding(device, bytes(1));
                var queue = device.createQueue()) {
            assertRefused(DeviceError.INVALID_SIZE, () -> queue.fill(data, 0, 5, (byte) 0));
            queue.fill(data, 0, 4, (byte) 0);
            queue.synchronize();

            assertThat(ints(contents(device, data))).containsExactly(0);
        }
    }

    @Test
    default void aClosedQueueRefusesWork() {
        try (var device = openDevice();
                var data = device.allocate(4)) {
            var queue = device.createQueue();
            queue.close();

            assertRefused(DeviceError.INVALID_VALUE, () -> queue.fill(data, 0, 4, (byte) 0));
        }
    }

    @Test
    default void aClosedDeviceRefusesWork() {
        var device = openDevice();
        device.close();
        device.close();

        assertRefused(DeviceError.INVALID_VALUE, () -> device.allocate(16));
        assertRefused(DeviceError.INVALID_VALUE, device::createQueue);
    }
}
