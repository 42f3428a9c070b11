package org.offloadtck.checks;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.DecodedFunction;

/// The control-flow graph of a function. A node is an instruction, named by its program counter. A
/// call is a node whose successor is the instruction after it.
record ControlFlowGraph(Code code, DecodedFunction function) {

    /// No program counter.
    private static final int NONE = -1;

    /// Whether a thread can leave the function at an instruction: it returns or exits.
    private boolean isEnd(int pc) {
        int op = word(pc, Code.OP);
        return op == Op.RETURN || op == Op.EXIT;
    }

    /// The instructions that a thread can reach from `from`, itself included.
    BitSet reachable(int from) {
        return reachable(from, NONE);
    }

    /// The instructions that a thread can reach from `from`, itself included, on paths without
    /// `removed`.
    BitSet reachable(int from, int removed) {
        var reached = new BitSet();
        var open = new ArrayDeque<Integer>();
        visit(from, removed, reached, open);
        while (!open.isEmpty()) {
            for (int next : successors(open.remove())) {
                visit(next, removed, reached, open);
            }
        }
        return reached;
    }

    private static void visit(int pc, int removed, BitSet reached, ArrayDeque<Integer> open) {
        if (pc != removed && !reached.get(pc)) {
            reached.set(pc);
            open.add(pc);
        }
    }

    /// Whether a thread can leave the function from `from` on a path without `removed`.
    boolean leaves(int from, int removed) {
        return reachable(from, removed).stream().anyMatch(this::isEnd);
    }

    /// The instructions after `from` on a shortest path to an end of the function; empty if there
    /// is no path.
    List<Integer> pathToEnd(int from) {
        var previous = new TreeMap<>(Map.of(from, from));
        var open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int pc = open.remove();
            if (isEnd(pc)) {
                return Stream.iterate(pc, at -> at != from, previous::get).toList().reversed();
            }
            for (int next : successors(pc)) {
                if (previous.putIfAbsent(next, pc) == null) {
                    open.add(next);
                }
            }
        }
        return List.of();
    }

    private int[] successors(int pc) {
        boolean goesOn =
                switch (word(pc, Code.OP)) {
                    case Op.BRANCH,
                            Op.BRANCH_INDEXED,
                            Op.RETURN,
                            Op.EXIT,
                            Op.TRAP,
                            Op.UNSUPPORTED ->
                            word(pc, Code.GUARD) != 0;
                    default -> true;
                };
        var next = goesOn ? IntStream.of(pc + 1) : IntStream.empty();
        return IntStream.concat(code.branchTargets(pc), next).toArray();
    }

    private int word(int pc, int word) {
        return code.words()[pc * Code.STRIDE + word];
    }
}
