package org.offloadtck.emulation.resource;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.ptx.ir.Variable;

/// The variables of unloaded modules that pointed to allocations of the process: they tell leaks
/// apart, which the driver knows by the function that allocated them only.
public final class AllocationPointers {

    private final GlobalMemory memory;
    private final AllocationTable allocations;
    private final Map<Allocation, Set<String>> variables = new HashMap<>();

    /// @param memory of the modules and of `allocations`
    public AllocationPointers(GlobalMemory memory, AllocationTable allocations) {
        this.memory = memory;
        this.allocations = allocations;
    }

    /// Records the pointers in the variables of a module that will be unloaded.
    public void record(EmulatedModule module) {
        var image = module.image();
        for (var variable : image.module().variables()) {
            image.variable(variable.name()).ifPresent(place -> record(variable, place));
        }
    }

    private void record(Variable variable, Allocation place) {
        for (long at = place.address(); at <= place.end() - Long.BYTES; at += Long.BYTES) {
            long pointer = NativeBytes.get(at + memory.hostOffset(), Long.BYTES);
            if (!memory.isOutside(pointer)) {
                allocations
                        .containing(pointer)
                        .ifPresent(block -> names(block.allocation()).add(variable.name()));
            }
        }
    }

    private Set<String> names(Allocation block) {
        return variables.computeIfAbsent(block, _ -> new LinkedHashSet<>());
    }

    /// The names of the variables that pointed into an allocation, in the order of their modules.
    public List<String> to(DriverAllocation block) {
        return List.copyOf(variables.getOrDefault(block.allocation(), Set.of()));
    }
}
