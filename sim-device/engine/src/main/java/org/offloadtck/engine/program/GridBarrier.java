package org.offloadtck.engine.program;

import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.ptx.ir.SpecialRegister;

/// Memory in which the CTAs of a grid wait for each other: `this_grid().sync()` of CUDA's
/// cooperative groups finds its address in `%envreg1` and `%envreg2`, its size in the first word
/// and its barrier in the second (CUDA 13 `cooperative_groups/details/driver_abi.h`).
///
/// A module that reads those registers has one, as if it were a variable of its own.
public final class GridBarrier {

    /// What no variable can be called.
    private static final String NAME = "grid workspace";

    /// Bytes of the size and of the barrier.
    private static final int BYTES = 8;

    private static final int HIGH = 1;
    private static final int LOW = 2;

    private GridBarrier() {}

    /// Gives a module that reads the registers its workspace, if there is room.
    public static void place(Code code, GlobalMemory memory, Map<String, Allocation> variables) {
        boolean isRead =
                code.constants().specials().keySet().stream().anyMatch(GridBarrier::isOfAddress);
        if (isRead) {
            memory.allocate(NAME, BYTES, Allocation.Permission.READ_WRITE)
                    .ifPresent(allocation -> variables.put(NAME, allocation));
        }
    }

    private static boolean isOfAddress(SpecialRegister register) {
        return register.name() == SpecialRegister.Name.ENVREG
                && (register.index() == HIGH || register.index() == LOW);
    }

    /// The address of the image's workspace, made ready for a launch; 0 if it has none.
    public static long prepare(LoadedProgram image) {
        var allocation = image.variable(NAME).orElse(Allocation.NONE);
        if (allocation != Allocation.NONE) {
            image.memory()
                    .slice(allocation.address(), BYTES)
                    .fill((byte) 0)
                    .set(ValueLayout.JAVA_INT, 0, BYTES);
            image.memory().observer().written(allocation.address(), BYTES);
        }
        return allocation.address();
    }

    /// What `%envreg` of that index holds.
    public static long register(int index, long address) {
        return switch (index) {
            case HIGH -> address >>> Integer.SIZE;
            case LOW -> address;
            default -> 0;
        };
    }
}
