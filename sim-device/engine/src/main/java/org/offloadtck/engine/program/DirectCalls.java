package org.offloadtck.engine.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;

/// The calls by name in the code of a program.
record DirectCalls(Code code, List<DecodedFunction> functions) {

    /// A kernel and the functions that it can reach by calls by name, breadth first.
    List<DecodedFunction> reachable(DecodedFunction kernel) {
        var reached = new ArrayList<>(List.of(kernel));
        var seen = new BitSet();
        var open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (int callee : callees(open.remove())) {
                if (!seen.get(callee)) {
                    seen.set(callee);
                    reached.add(functions.get(callee));
                    open.add(functions.get(callee));
                }
            }
        }
        return reached;
    }

    private int[] callees(DecodedFunction function) {
        return IntStream.of(positions(function, Op.CALL))
                .map(at -> callee(code.callSites()[code.words()[at + Code.X]].target()))
                .toArray();
    }

    /// Where the instructions with an operation of [Op] are in [Code#words].
    private int[] positions(DecodedFunction function, int op) {
        return IntStream.range(function.entry(), function.end())
                .map(pc -> pc * Code.STRIDE)
                .filter(at -> code.words()[at + Code.OP] == op)
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
