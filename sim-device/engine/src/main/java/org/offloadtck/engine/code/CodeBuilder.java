package org.offloadtck.engine.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.offloadtck.engine.matrix.WarpMatrixProduct;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.texture.TexelInstruction;
import org.offloadtck.ptx.ir.Instruction;

/// Builds [Code], one instruction after another.
public final class CodeBuilder {

    private int[] words = new int[1024 * Code.STRIDE];
    private int[] lists = new int[64];
    private int listed;
    private final List<LaneFunction> functions = new ArrayList<>();
    private final List<CallSite> sites = new ArrayList<>();
    private final List<WarpMatrixProduct> products = new ArrayList<>();
    private final List<WarpgroupMatrixProduct> warpgroupProducts = new ArrayList<>();
    private final List<TexelInstruction> texels = new ArrayList<>();
    private final List<BulkCopy> copies = new ArrayList<>();
    private final List<TensorCopy> tensorCopies = new ArrayList<>();
    private final List<TensorMemoryInstruction> tensorMemory = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Instruction> instructions = new ArrayList<>();
    private final ConstantPool.Builder constants = new ConstantPool.Builder();
    private final BitSet unsimulated = new BitSet();

    public ConstantPool.Builder constants() {
        return constants;
    }

    /// The program counter of the next instruction.
    public int next() {
        return instructions.size();
    }

    /// Starts an instruction. Its integers are 0 until they are set.
    public void begin(Instruction instruction) {
        instructions.add(instruction);
        int end = instructions.size() * Code.STRIDE;
        if (end > words.length) {
            words = Arrays.copyOf(words, 2 * words.length);
        }
    }

    /// Sets all integers of the current instruction but its guard.
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

    /// Sets the guard of the current instruction.
    ///
    /// @param guard 0 for none, else a predicate source plus 1
    public void guard(int guard) {
        words[(instructions.size() - 1) * Code.STRIDE + Code.GUARD] = guard;
    }

    /// Adds operands to [Code#operandLists].
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

    /// Adds a function to [Code#laneFunctions].
    ///
    /// @return its index
    public int function(LaneFunction function) {
        functions.add(function);
        return functions.size() - 1;
    }

    /// Adds a call site to [Code#callSites].
    ///
    /// @return its index
    public int site(CallSite site) {
        sites.add(site);
        return sites.size() - 1;
    }

    /// Adds a product to [Code#matrixProducts].
    ///
    /// @return its index
    public int product(WarpMatrixProduct product) {
        products.add(product);
        return products.size() - 1;
    }

    /// Adds a product to [Code#warpgroupProducts].
    ///
    /// @return its index
    public int product(WarpgroupMatrixProduct product) {
        warpgroupProducts.add(product);
        return warpgroupProducts.size() - 1;
    }

    /// Adds an instruction to [Code#texelInstructions].
    ///
    /// @return its index
    public int texels(TexelInstruction instruction) {
        texels.add(instruction);
        return texels.size() - 1;
    }

    /// Adds a copy to [Code#bulkCopies].
    ///
    /// @return its index
    public int copy(BulkCopy copy) {
        copies.add(copy);
        return copies.size() - 1;
    }

    /// Adds a copy to [Code#tensorCopies].
    ///
    /// @return its index
    public int copy(TensorCopy copy) {
        tensorCopies.add(copy);
        return tensorCopies.size() - 1;
    }

    /// Adds an instruction to [Code#tensorMemoryInstructions].
    ///
    /// @return its index
    public int tensorMemory(TensorMemoryInstruction instruction) {
        tensorMemory.add(instruction);
        return tensorMemory.size() - 1;
    }

    /// Makes the current instruction fault when it is executed.
    ///
    /// @param problem names the instruction and the reason
    public void unsupported(String problem) {
        problems.add(problem);
        set(Op.UNSUPPORTED, 0, 0, 0, 0, problems.size() - 1, 0);
    }

    /// Marks the current instruction as one that prevents the launch of kernels which can reach it.
    public void unsimulated() {
        unsimulated.set(instructions.size() - 1);
    }

    public Code build() {
        return new Code(
                Arrays.copyOf(words, instructions.size() * Code.STRIDE),
                functions.toArray(LaneFunction[]::new),
                Arrays.copyOf(lists, listed),
                sites.toArray(CallSite[]::new),
                products,
                warpgroupProducts,
                texels,
                copies,
                tensorCopies,
                tensorMemory,
                problems,
                instructions,
                constants.build(),
                unsimulated);
    }
}
