package org.offloadtck.engine.launch;

import java.util.List;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.program.PlacedVariable;

/// An access to the heap of `malloc` outside its live blocks. The heap is mapped as a whole, so
/// that the kernel continues with the bytes that lie there.
///
/// @param kind [FaultKind#OUT_OF_BOUNDS] or [FaultKind#USE_AFTER_FREE]
/// @param problem the access and the nearest block
/// @param pointers the shared variable that points to the block nearest to the address, if there is
///   one; at most one
public record InvalidHeapAccess(
        FaultKind kind,
        FaultingThread thread,
        CodeLocation location,
        String problem,
        List<PlacedVariable> pointers) {

    public InvalidHeapAccess {
        pointers = List.copyOf(pointers);
    }
}
