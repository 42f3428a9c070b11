package org.offloadtck.engine.program;

import java.util.List;
import java.util.OptionalInt;
import org.offloadtck.engine.code.Code;

/// Finds the instructions that keep a kernel from being launched: [Code#unsimulated] instructions
/// of the kernel and of the functions that it calls by name.
///
/// Functions called through a pointer are not searched; such an instruction there faults when it is
/// executed.
///
/// Requirement: SD-29.
final class UnsimulatedInstructions {

    private final Code code;
    private final List<DecodedFunction> functions;

    UnsimulatedInstructions(Code code, List<DecodedFunction> functions) {
        this.code = code;
        this.functions = functions;
    }

    /// Program counter of the first such instruction: the kernel's own, then those of the functions
    /// it calls, breadth first.
    OptionalInt firstReachable(DecodedFunction kernel) {
        if (code.unsimulated().isEmpty()) {
            return OptionalInt.empty();
        }
        for (var function : new DirectCalls(code, functions).reachable(kernel)) {
            int pc = code.unsimulated().nextSetBit(function.entry());
            if (pc >= 0 && pc < function.end()) {
                return OptionalInt.of(pc);
            }
        }
        return OptionalInt.empty();
    }
}
