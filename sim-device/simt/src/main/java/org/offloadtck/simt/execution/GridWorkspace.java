package org.offloadtck.simt.execution;

import java.lang.foreign.ValueLayout;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.GlobalMemory;

/// Memory in which the CTAs of a grid wait for each other: `this_grid().sync()` of CUDA's
/// cooperative groups finds its address in `%envreg1` and `%envreg2`, its size in the first word
/// and its barrier in the second (CUDA 13 `cooperative_groups/details/driver_abi.h`).
///
/// A grid has it if its module reads those registers and all its CTAs are resident at a time, as
/// those of a cooperative launch are; else the address is null, which such code takes for a launch
/// that is not cooperative.
final class GridWorkspace implements AutoCloseable {

    /// Bytes of the size and of the barrier.
    private static final int BYTES = 8;

    private static final int HIGH = 1;
    private static final int LOW = 2;

    private final GlobalMemory memory;
    private final Allocation allocation;

    private GridWorkspace(GlobalMemory memory, Allocation allocation) {
        this.memory = memory;
        this.allocation = allocation;
    }

    static GridWorkspace of(DeviceImage image, LaunchShape shape, LaunchLimits limits) {
        var memory = image.memory();
        boolean isRead =
                image.code().fixed().specials().keySet().stream()
                        .anyMatch(GridWorkspace::isOfAddress);
        if (!isRead || shape.grid().volume() > limits.residentCtas()) {
            return new GridWorkspace(memory, Allocation.NONE);
        }
        var allocation = memory.allocate("grid workspace", BYTES, Allocation.Access.READ_WRITE);
        allocation.ifPresent(each -> clear(memory, each));
        return new GridWorkspace(memory, allocation.orElse(Allocation.NONE));
    }

    private static boolean isOfAddress(SpecialRegister register) {
        return register.name() == SpecialRegister.Name.ENVREG
                && (register.index() == HIGH || register.index() == LOW);
    }

    private static void clear(GlobalMemory memory, Allocation allocation) {
        memory.slice(allocation.address(), BYTES)
                .fill((byte) 0)
                .set(ValueLayout.JAVA_INT, 0, BYTES);
    }

    /// Its address, or 0.
    long address() {
        return allocation.address();
    }

    /// What `%envreg` of that index holds.
    static long register(int index, long address) {
        return switch (index) {
            case HIGH -> address >>> Integer.SIZE;
            case LOW -> address;
            default -> 0;
        };
    }

    @Override
    public void close() {
        if (allocation != Allocation.NONE) {
            memory.free(allocation);
        }
    }
}
