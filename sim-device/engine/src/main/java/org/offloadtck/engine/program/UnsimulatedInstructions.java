package org.offloadtck.engine.program;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;

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
        var seen = new BitSet();
        var open = new ArrayDeque<DecodedFunction>(List.of(kernel));
        while (!open.isEmpty()) {
            var function = open.remove();
            int pc = code.unsimulated().nextSetBit(function.entry());
            if (pc >= 0 && pc < function.end()) {
                return OptionalInt.of(pc);
            }
            for (int callee : callees(function)) {
                if (!seen.get(callee)) {
                    seen.set(callee);
                    open.add(functions.get(callee));
                }
            }
        }
        return OptionalInt.empty();
    }

    private int[] callees(DecodedFunction function) {
        return IntStream.range(function.entry(), function.end())
                .map(pc -> pc * Code.STRIDE)
                .filter(at -> code.words()[at + Code.OP] == Op.CALL)
                .map(at -> callee(code.callSites()[code.words()[at + Code.X]].target()))
                .toArray();
    }

    private static int callee(CallSite.Target target) {
        return switch (target) {
            case CallSite.Target.Direct(int function) -> function;
            case CallSite.Target.Indirect _, CallSite.Target.Builtin _ ->
                    throw new IllegalStateException("not a direct call");
        };
    }
}
