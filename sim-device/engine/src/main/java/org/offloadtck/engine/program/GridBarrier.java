package org.offloadtck.engine.program;

import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.ptx.ir.SpecialRegister;

/// The memory of the grid barrier of CUDA cooperative groups. `this_grid().sync()` reads its
/// address from `%envreg1` and `%envreg2`; its first word is its size, the second the barrier (CUDA
/// 13 `cooperative_groups/details/driver_abi.h`).
///
/// It is allocated, as if it were a variable, for a program that reads these registers.
public final class GridBarrier {

    /// Not the name of any variable.
    private static final String NAME = "grid barrier";

    /// Bytes of the size and the barrier.
    private static final int BYTES = 8;

    private static final int HIGH = 1;
    private static final int LOW = 2;

    private GridBarrier() {}

    /// Allocates the grid barrier of a program that reads the registers, if memory is available.
    public static void allocate(Code code, GlobalMemory memory, Map<String, Allocation> variables) {
        boolean isRead =
                code.constants().specials().keySet().stream().anyMatch(GridBarrier::isAddress);
        if (isRead) {
            memory.allocate(NAME, BYTES, Allocation.Permission.READ_WRITE)
                    .ifPresent(allocation -> variables.put(NAME, allocation));
        }
    }

    private static boolean isAddress(SpecialRegister register) {
        return register.name() == SpecialRegister.Name.ENVREG
                && (register.index() == HIGH || register.index() == LOW);
    }

    /// Resets the grid barrier for a launch.
    ///
    /// @return its address; 0 if the program has none
    public static long reset(LoadedProgram program) {
        var allocation = program.variable(NAME).orElse(Allocation.NONE);
        if (allocation != Allocation.NONE) {
            program.memory()
                    .slice(allocation.address(), BYTES)
                    .fill((byte) 0)
                    .set(ValueLayout.JAVA_INT, 0, BYTES);
            program.memory().observer().written(allocation.address(), BYTES);
        }
        return allocation.address();
    }

    /// The value of the `%envreg` register of that index.
    public static long environmentRegister(int index, long address) {
        return switch (index) {
            case HIGH -> address >>> Integer.SIZE;
            case LOW -> address;
            default -> 0;
        };
    }
}
