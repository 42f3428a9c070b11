package org.offloadtck.engine.program;

import java.lang.foreign.ValueLayout;
import java.util.Map;
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

    /// Barriers of a program: one for each grid that a device holds at the same time (CUDA C++
    /// Programming Guide 13.0, technical specifications, compute capability 7.5 to 9.0).
    private static final int BARRIERS = 128;

    private static final int HIGH = 1;
    private static final int LOW = 2;

    private GridBarrier() {}

    /// Allocates the grid barriers of a program that reads the registers, if memory is available.
    public static void allocate(GlobalMemory memory, Map<String, Allocation> variables) {
        memory.allocate(NAME, BARRIERS * BYTES)
                .ifPresent(allocation -> variables.put(NAME, allocation));
    }

    /// Whether a register has a half of the address.
    public static boolean isAddress(SpecialRegister register) {
        return register.name() == SpecialRegister.Name.ENVREG
                && (register.index() == HIGH || register.index() == LOW);
    }

    /// Takes a grid barrier for a launch. The size of a barrier that is free is 0.
    ///
    /// @return its address; 0 if the program has none, or none is free
    public static long acquire(LoadedProgram program) {
        return program.variable(NAME).map(all -> acquire(program, all)).orElse(0L);
    }

    private static synchronized long acquire(LoadedProgram program, Allocation all) {
        var words = program.memory().slice(all.address(), all.size());
        for (long at = 0; at < all.size(); at += BYTES) {
            if (words.get(ValueLayout.JAVA_INT, at) == 0) {
                words.set(ValueLayout.JAVA_INT, at, BYTES);
                words.set(ValueLayout.JAVA_INT, at + Integer.BYTES, 0);
                program.memory().observer().written(all.address() + at, BYTES);
                return all.address() + at;
            }
        }
        return 0;
    }

    /// Frees the grid barrier of a launch that has ended.
    ///
    /// @param address from [#acquire]
    public static void release(LoadedProgram program, long address) {
        if (address != 0) {
            program.memory().slice(address, BYTES).fill((byte) 0);
        }
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
