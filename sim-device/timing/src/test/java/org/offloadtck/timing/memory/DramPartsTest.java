package org.offloadtck.timing.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;

class DramPartsTest {

    private static final int PARTS = 10;
    private static final int SECTORS = 4;
    private static final int PART = 7;

    private static TimedDevice device(String name) {
        return TimedDevice.of(DeviceSpec.named(name).orElseThrow());
    }

    /// Lines that fill the buffer of a part.
    private static int batch(TimedDevice device) {
        return device.timing().value(Quantity.DRAM_WRITE_BATCH) / 128;
    }

    /// Cycles that a part takes for a line.
    private static double lineCycles(TimedDevice device) {
        double bytesPerCycle =
                device.timing().figure(Quantity.DRAM_BANDWIDTH).value()
                        * 1000.0
                        / device.spec().multiprocessor().clockKilohertz();
        return 128 * device.timing().value(Quantity.L2_SLICES) / bytesPerCycle;
    }

    /// Writes until a buffer is empty.
    ///
    /// @return from when on its part is free
    private static long drain(DramParts dram, TimedDevice device) {
        for (int i = 0; i < batch(device); i++) {
            long room = dram.write(PART, SECTORS, 0);
            if (room > 0) {
                return room;
            }
        }
        throw new AssertionError("the buffer did not fill");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t4", "rtx2060", "a100", "h100", "h200"})
    void aReadDoesNotWaitForWritesThatDoNotFillTheBuffer(String name) {
        var device = device(name);
        var dram = new DramParts(device, PARTS);
        long free = drain(dram, device);

        for (int i = 1; i < batch(device); i++) {
            assertThat(dram.write(PART, SECTORS, free)).isEqualTo(free);
        }
        assertThat(dram.read(PART, SECTORS, free)).isEqualTo(free >> PARTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t4", "rtx2060", "a100", "h100", "h200"})
    void aReadWaitsForAFullBufferAndTheTurnOfTheBus(String name) {
        var device = device(name);
        var dram = new DramParts(device, PARTS);
        long free = drain(dram, device);

        for (int i = 0; i < batch(device); i++) {
            dram.write(PART, SECTORS, free);
        }

        double cycles =
                batch(device) * lineCycles(device)
                        + device.timing().value(Quantity.DRAM_TURNAROUND);
        assertThat((double) dram.read(PART, SECTORS, free) - (free >> PARTS))
                .isBetween(cycles - 2, cycles + 2);
        assertThat(dram.read(PART + 1, SECTORS, 0)).as("another part").isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a100", "h200"})
    void readsOfOnePartFollowOneAnotherAtItsBandwidth(String name) {
        var device = device(name);
        var dram = new DramParts(device, PARTS);
        int count = 1000;

        for (int i = 0; i < count; i++) {
            dram.read(PART, SECTORS, 0);
        }

        double cycles = count * lineCycles(device);
        assertThat((double) dram.read(PART, SECTORS, 0)).isBetween(cycles - 3, cycles + 1);
    }
}
