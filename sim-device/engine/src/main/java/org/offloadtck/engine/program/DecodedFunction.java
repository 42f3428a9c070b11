package org.offloadtck.engine.program;

import java.util.List;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.ptx.ir.Function;

/// A function of an image: where its code is and what its frame needs.
///
/// @param entry program counter of its first instruction
/// @param end one past its last instruction
/// @param rowLanes lanes of the register file its frame takes, 32 a register
/// @param predicates predicates its frame takes
/// @param parameters where its frame holds its parameters; of a kernel, where the launch's
///   parameter block does
/// @param results where its frame holds its results
/// @param frameBytes of local memory its frame takes
/// @param frameAlignment its frame begins at a multiple of it in local memory
/// @param spillBytes of local memory that a compiled function's frame would take beyond that
/// @param sharedBytes of shared memory a CTA needs when it starts here, dynamic memory left out; 0
///   for a function that is not a kernel
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

    /// Size of a kernel's parameter block in bytes.
    public int parameterBytes() {
        return parameters.isEmpty()
                ? 0
                : parameters.getLast().offset() + parameters.getLast().size();
    }
}
