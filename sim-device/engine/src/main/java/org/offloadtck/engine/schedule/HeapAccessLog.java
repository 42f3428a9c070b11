package org.offloadtck.engine.schedule;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.offloadtck.engine.access.MemoryInstructions;
import org.offloadtck.engine.launch.InvalidHeapAccess;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.program.PlacedVariable;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Warp;

/// The first access of each instruction to the heap outside its live blocks, made by the CTAs of a
/// worker.
final class HeapAccessLog implements MemoryInstructions.HeapAccessListener {

    private final GridLaunch launch;
    private final BitSet instructions = new BitSet();

    /// By the place in the PTX, which several instructions may have.
    private final Map<CodeLocation, InvalidHeapAccess> accesses = new LinkedHashMap<>();

    HeapAccessLog(GridLaunch launch) {
        this.launch = launch;
    }

    @Override
    public void accessed(Warp warp, int programCounter, long address, Supplier<LaneFault> fault) {
        if (!instructions.get(programCounter)) {
            instructions.set(programCounter);
            var location = launch.location(programCounter);
            var made = fault.get();
            accesses.putIfAbsent(
                    location,
                    new InvalidHeapAccess(
                            made.kind(),
                            launch.thread(warp, made.lane()),
                            location,
                            made.problem(),
                            pointers(warp.cta(), address)));
        }
    }

    /// The shared variable that points to the block nearest to an address.
    private List<PlacedVariable> pointers(Cta cta, long address) {
        var image = launch.program();
        return image
                .memory()
                .nearest(address)
                .flatMap(block -> cta.pointerTo(image, block.address()))
                .stream()
                .toList();
    }

    List<InvalidHeapAccess> accesses() {
        return List.copyOf(accesses.values());
    }

    void clear() {
        instructions.clear();
        accesses.clear();
    }
}
