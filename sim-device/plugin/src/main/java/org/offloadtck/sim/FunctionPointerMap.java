package org.offloadtck.sim;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.engine.load.LoadedModule;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;

/// The table in device memory with which device code translates host function pointers.
///
/// The class stores the address and the number of rows of the table in two variables of each loaded
/// program that has them.
///
/// @see "declare_target_indirect.md, Sample implementation"
final class FunctionPointerMap {

    /// `sizeof(__omp_offloading_fptr_map_ty)`, in bytes.
    static final long ROW = 16;

    private static final String TABLE = "__omp_offloading_fptr_map_p";
    private static final String ROWS = "__omp_offloading_fptr_map_size";
    private static final ValueLayout.OfLong WORD =
            JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final GlobalMemory memory;
    private final List<LoadedModule> programs = new ArrayList<>();
    private Allocation table = Allocation.NONE;

    FunctionPointerMap(GlobalMemory memory) {
        this.memory = memory;
    }

    void register(LoadedModule program) {
        programs.add(program);
    }

    void unregister(LoadedModule program) {
        programs.remove(program);
    }

    /// Copies `rows` to the device and updates every program.
    ///
    /// @return whether device memory has room; without room, nothing changes
    boolean set(MemorySegment rows) {
        var place = place(rows);
        place.ifPresent(fresh -> use(fresh, rows.byteSize() / ROW));
        return place.isPresent();
    }

    /// The copy of `rows`, [Allocation#NONE] for an empty table; empty without room.
    private Optional<Allocation> place(MemorySegment rows) {
        if (rows.byteSize() == 0) {
            return Optional.of(Allocation.NONE);
        }
        var fresh = memory.allocate(TABLE, rows.byteSize());
        fresh.ifPresent(copy -> {
            memory.slice(copy.address(), copy.size()).copyFrom(rows);
            memory.observer().written(copy.address(), copy.size());
        });
        return fresh;
    }

    private void use(Allocation fresh, long rows) {
        for (var program : programs) {
            assign(program, TABLE, fresh.address());
            assign(program, ROWS, rows);
        }
        if (table != Allocation.NONE) {
            memory.free(table);
        }
        table = fresh;
    }

    private void assign(LoadedModule program, String variable, long value) {
        program.variable(variable)
                .filter(found -> found.size() == Long.BYTES)
                .ifPresent(found -> memory.slice(found.address(), Long.BYTES).set(WORD, 0, value));
    }
}
