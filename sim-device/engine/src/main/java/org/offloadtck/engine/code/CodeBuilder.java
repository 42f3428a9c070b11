package org.offloadtck.engine.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.decode.OperandDecoder;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction;

/// Collects decoded instructions.
public final class CodeBuilder {

    private int[] words = new int[1024 * Code.STRIDE];
    private int[] lists = new int[64];
    private int listed;
    private final List<LaneFunction> functions = new ArrayList<>();
    private final List<CallSite> sites = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Instruction> instructions = new ArrayList<>();
    private final ConstantPool.Builder rows = new ConstantPool.Builder();

    public ConstantPool.Builder rows() {
        return rows;
    }

    /// The program counter of the next instruction.
    public int next() {
        return instructions.size();
    }

    /// Starts an instruction, all of whose integers are 0 until they are set.
    public void begin(Instruction instruction) {
        instructions.add(instruction);
        int end = instructions.size() * Code.STRIDE;
        if (end > words.length) {
            words = Arrays.copyOf(words, 2 * words.length);
        }
    }

    /// Sets the integers of the instruction last begun, from the operation on; the guard stays.
    public void set(int op, int d, int a, int b, int c, int x, int y) {
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
    /// @param guard as [OperandDecoder#guard] gives it
    public void guard(int guard) {
        words[(instructions.size() - 1) * Code.STRIDE + Code.GUARD] = guard;
    }

    /// Keeps operands for an instruction that has many.
    ///
    /// @return the index of the first
    public int list(int... operands) {
        while (listed + operands.length > lists.length) {
            lists = Arrays.copyOf(lists, 2 * lists.length);
        }
        System.arraycopy(operands, 0, lists, listed, operands.length);
        listed += operands.length;
        return listed - operands.length;
    }

    public int function(LaneFunction function) {
        functions.add(function);
        return functions.size() - 1;
    }

    public int site(CallSite site) {
        sites.add(site);
        return sites.size() - 1;
    }

    public void unsupported(String problem) {
        problems.add(problem);
        set(Op.UNSUPPORTED, 0, 0, 0, 0, problems.size() - 1, 0);
    }

    public Code build() {
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
