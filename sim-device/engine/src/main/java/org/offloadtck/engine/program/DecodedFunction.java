package org.offloadtck.engine.program;

import java.util.List;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.ptx.ir.Function;

/// A decoded function: the position of its code and the layout of its frame.
///
/// @param entry program counter of its first instruction
/// @param end program counter after its last instruction
/// @param rowLanes lanes of the register file in its frame, 32 per register
/// @param predicates predicates in its frame
/// @param parameters slots of the parameters in its frame; for a kernel, in the parameter block of
///   the launch
/// @param results slots of the results in its frame
/// @param frameBytes bytes of local memory in its frame
/// @param frameAlignment alignment of its frame in local memory
/// @param spillBytes additional bytes of local memory that the frame of a compiled function would
///   use for spilled registers
/// @param sharedBytes bytes of shared memory of a CTA of this kernel, without dynamic shared
///   memory; 0 for a function that is not a kernel
public record DecodedFunction(
        Function function,
        int entry,
        int end,
        int rowLanes,
        int predicates,
        List<FrameSlot> parameters,
        List<FrameSlot> results,
        int frameBytes,
        int frameAlignment,
        int spillBytes,
        int sharedBytes) {

    public DecodedFunction {
        parameters = List.copyOf(parameters);
        results = List.copyOf(results);
    }

    public String name() {
        return function.name();
    }

    public boolean isKernel() {
        return function.isKernel();
    }

    /// Size of the parameter block of a kernel in bytes.
    public int parameterBytes() {
        return parameters.isEmpty()
                ? 0
                : parameters.getLast().offset() + parameters.getLast().size();
    }
}
