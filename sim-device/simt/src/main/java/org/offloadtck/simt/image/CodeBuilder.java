package org.offloadtck.simt.image;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.simt.semantics.LaneFunction;

/// Collects decoded instructions.
final class CodeBuilder {

    private int[] words = new int[1024 * Code.STRIDE];
    private int[] lists = new int[64];
    private int listed;
    private final List<LaneFunction> functions = new ArrayList<>();
    private final List<CallSite> sites = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Instruction> instructions = new ArrayList<>();
    private final FixedRows.Pool rows = new FixedRows.Pool();

    FixedRows.Pool rows() {
        return rows;
    }

    /// The program counter of the next instruction.
    int next() {
        return instructions.size();
    }

    /// Starts an instruction, all of whose integers are 0 until they are set.
    void begin(Instruction instruction) {
        instructions.add(instruction);
        int end = instructions.size() * Code.STRIDE;
        if (end > words.length) {
            words = Arrays.copyOf(words, 2 * words.length);
        }
    }

    /// Sets the integers of the instruction last begun, from the operation on; the guard stays.
    void set(int op, int d, int a, int b, int c, int x, int y) {
        int at = (instructions.size() - 1) * Code.STRIDE;
        words[at + Code.OP] = op;
        words[at + Code.D] = d;
        words[at + Code.A] = a;
        words[at + Code.B] = b;
        words[at + Code.C] = c;
        words[at + Code.X] = x;
        words[at + Code.Y] = y;
    }

    /// Sets the guard of the instruction last begun.
    ///
    /// @param guard as [Operands#guard] gives it
    void guard(int guard) {
        words[(instructions.size() - 1) * Code.STRIDE + Code.GUARD] = guard;
    }

    /// Keeps operands for an instruction that has many.
    ///
    /// @return the index of the first
    int list(int... operands) {
        while (listed + operands.length > lists.length) {
            lists = Arrays.copyOf(lists, 2 * lists.length);
        }
        System.arraycopy(operands, 0, lists, listed, operands.length);
        listed += operands.length;
        return listed - operands.length;
    }

    int function(LaneFunction function) {
        functions.add(function);
        return functions.size() - 1;
    }

    int site(CallSite site) {
        sites.add(site);
        return sites.size() - 1;
    }

    void unsupported(String problem) {
        problems.add(problem);
        set(Op.UNSUPPORTED, 0, 0, 0, 0, problems.size() - 1, 0);
    }

    Code build() {
        return new Code(
                Arrays.copyOf(words, instructions.size() * Code.STRIDE),
                functions.toArray(LaneFunction[]::new),
                Arrays.copyOf(lists, listed),
                sites.toArray(CallSite[]::new),
                problems,
                instructions,
                rows.build());
    }
}
