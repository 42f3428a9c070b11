package org.offloadtck.engine.bytecode.analysis;

import java.util.stream.IntStream;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.code.TensorCopy;
import org.offloadtck.engine.texture.TexelInstruction;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// A view of the decoded instructions, field by field.
public final class InstructionView {

    private final Code code;
    private final int[] words;
    private final Instrumentation instrumentation;
    private final Sharing sharing;

    /// What compiled code records for observers.
    public enum Instrumentation {
        NONE,
        /// Every load and store. Instructions whose accesses cannot be recorded are not compiled.
        ACCESSES,
        /// Every load and store, and the atomics that [#isReduction] is true for.
        ACCESSES_AND_REDUCTIONS
    }

    /// Whether kernels access the memory of a host process.
    public enum Sharing {
        DEVICE,
        /// Instructions that order memory are interpreted, so that they order host memory, too.
        HOST
    }

    /// A view for the compilation of code.
    ///
    /// @param instrumentation of the compiled code
    public InstructionView(Code code, Instrumentation instrumentation, Sharing sharing) {
        this.code = code;
        this.sharing = sharing;
        this.instrumentation = instrumentation;
        this.words = code.words();
    }

    /// Whether compiled code records every access.
    public boolean isInstrumented() {
        return instrumentation != Instrumentation.NONE;
    }

    /// Whether compiled code records atomics.
    boolean recordsReductions() {
        return instrumentation == Instrumentation.ACCESSES_AND_REDUCTIONS;
    }

    /// Whether instructions that order memory have to be interpreted.
    boolean isShared() {
        return sharing == Sharing.HOST;
    }

    /// Whether an access is one that the memory model calls weak, and of no `mbarrier`.
    boolean isWeak(int pc) {
        return code.instructions().get(pc) instanceof Instruction.Operation operation
                && !operation.opcode().isOnMbarrier()
                && operation.modifiers().or(MemorySemantics.WEAK) == MemorySemantics.WEAK;
    }

    /// Whether an atomic is `atom` or `red`, which never fault for the value in memory, rather than
    /// an instruction on an `mbarrier`.
    boolean isAtom(int pc) {
        return code.instructions().get(pc) instanceof Instruction.Operation operation
                && (operation.opcode() == Opcode.ATOM || operation.opcode() == Opcode.RED);
    }

    /// Whether an atomic combines its operand with memory. Exchanges and compare-and-swaps, of
    /// which locks are made, do not.
    boolean isReduction(int pc) {
        return !code.isExchange(pc);
    }

    public int instructions() {
        return words.length / Code.STRIDE;
    }

    public int op(int pc) {
        return words[pc * Code.STRIDE + Code.OP];
    }

    /// 0 without a guard, else 1 more than a predicate source.
    public int guard(int pc) {
        return words[pc * Code.STRIDE + Code.GUARD];
    }

    /// The program counters to which an instruction may branch; none if it is not a branch.
    IntStream branchTargets(int pc) {
        return code.branchTargets(pc);
    }

    public boolean isGuarded(int pc) {
        return guard(pc) != 0;
    }

    public int d(int pc) {
        return words[pc * Code.STRIDE + Code.D];
    }

    public int a(int pc) {
        return words[pc * Code.STRIDE + Code.A];
    }

    public int b(int pc) {
        return words[pc * Code.STRIDE + Code.B];
    }

    public int c(int pc) {
        return words[pc * Code.STRIDE + Code.C];
    }

    public int x(int pc) {
        return words[pc * Code.STRIDE + Code.X];
    }

    public int y(int pc) {
        return words[pc * Code.STRIDE + Code.Y];
    }

    /// An operand in the list of an instruction that has many.
    public int listed(int index) {
        return code.operandLists()[index];
    }

    /// How an instruction on a texture or surface uses its coordinates.
    TexelInstruction texels(int pc) {
        return code.texelInstructions().get(x(pc));
    }

    TensorCopy tensorCopy(int pc) {
        return code.tensorCopies().get(x(pc));
    }

    /// The space an access is in.
    public int space(int pc) {
        return MemoryAccess.space(y(pc));
    }

    /// Bytes of an element of an access.
    public int size(int pc) {
        return MemoryAccess.elementBytes(y(pc));
    }

    /// Elements of a load's or store's vector; 0 when it is none.
    public int elements(int pc) {
        return op(pc) == Op.ATOMIC ? 0 : MemoryAccess.vectorElements(y(pc));
    }

    /// Index of the combining function of an atomic.
    public int combination(int pc) {
        return MemoryAccess.function(y(pc));
    }

    /// Bytes of all the elements of a load or store.
    public int bytes(int pc) {
        return MemoryAccess.bytes(op(pc), y(pc));
    }

    /// Whether a load extends the sign of its value.
    public boolean extendsSign(int pc) {
        return op(pc) != Op.ATOMIC && MemoryAccess.extendsSign(y(pc));
    }

    /// Bits to which a load extends the sign of its value.
    public int extendedBits(int pc) {
        return MemoryAccess.extendedBits(y(pc));
    }

    /// Whether a row operand has the same value in every lane of every warp: one of the constants
    /// of [org.offloadtck.engine.code.ConstantPool].
    public boolean isConstant(int operand) {
        return code.constants().isConstant(operand);
    }

    /// Whether an instruction loads a parameter of the launch, the same for all threads.
    public boolean isParameter(int pc) {
        return op(pc) == Op.LOAD && space(pc) == MemorySpace.PARAMETER && isConstant(a(pc));
    }

    /// The first row of the frame of a kernel that was launched.
    public int firstRowOfKernels() {
        return code.constants().values().length;
    }

    public long constant(int operand) {
        return code.constants().values()[~operand];
    }
}
