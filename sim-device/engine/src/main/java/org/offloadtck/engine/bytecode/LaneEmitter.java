package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.code.Code;

/// Code for one lane, with its registers and predicates in local variables.
///
/// A method has the workspace in variable 0 and the lanes' mask in 1.
///
/// The result of 32-bit arithmetic stays a `float` until its bits are asked for: then a NaN gets
/// its canonical form, as [org.offloadtck.engine.semantics.Floats#bits(float)] gives it.
final class LaneEmitter {

    static final int WORKSPACE = 0;
    static final int MASK = 1;

    private final CodeBuilder code;
    private final InstructionView listing;
    private final int lane;
    private final Label decline;
    private final Label refuse;
    private final Map<Integer, Integer> rows = new TreeMap<>();
    private final Map<Integer, Integer> numberVariables = new TreeMap<>();
    private final Map<Integer, Integer> predicates = new TreeMap<>();

    /// Registers whose value is in the variable for numbers, at this point of the code.
    private final NavigableSet<Integer> numbers = new TreeSet<>();

    private boolean conditional;

    LaneEmitter(CodeBuilder code, InstructionView listing) {
        this.code = code;
        this.listing = listing;
        this.lane = code.allocateLocal(TypeKind.INT);
        this.decline = code.newLabel();
        this.refuse = code.newLabel();
    }

    CodeBuilder code() {
        return code;
    }

    InstructionView listing() {
        return listing;
    }

    /// The variable that has the lane's number.
    int lane() {
        return lane;
    }

    /// Where to go when an access does wrong.
    Label decline() {
        return decline;
    }

    /// Where to go, before anything is done, when an access would do wrong.
    Label refuse() {
        return refuse;
    }

    /// The variable of a register that is not constant.
    int variable(int row) {
        return rows.computeIfAbsent(row, _ -> code.allocateLocal(TypeKind.LONG));
    }

    private int numberVariable(int row) {
        return numberVariables.computeIfAbsent(row, _ -> code.allocateLocal(TypeKind.FLOAT));
    }

    /// Whether a register's value is a number rather than bits, at this point of the code.
    boolean isNumber(int row) {
        return numbers.contains(row);
    }

    /// Makes the value of a register, which is bits, a number.
    void asNumber(int row) {
        pushFloat(row);
        popFloat(row);
    }

    /// Makes the value of a register bits.
    void asBits(int row) {
        if (numbers.contains(row)) {
            push(row);
            pop(row);
        }
    }

    /// Says that the code from here on may be jumped over, so that what it sets must be bits, as it
    /// is where it is jumped over.
    void beginCondition() {
        conditional = true;
    }

    void endCondition() {
        conditional = false;
    }

    /// The variable of a predicate, 0 or 1.
    int predicateVariable(int predicate) {
        return predicates.computeIfAbsent(predicate, _ -> code.allocateLocal(TypeKind.INT));
    }

    /// Code of `yes` where the condition on what was pushed last holds, else of `no`.
    void choose(Opcode condition, Runnable yes, Runnable no) {
        var holds = code.newLabel();
        var end = code.newLabel();
        code.branch(condition, holds);
        no.run();
        code.goto_(end).labelBinding(holds);
        yes.run();
        code.labelBinding(end);
    }

    /// Pushes a register's bits.
    void push(int operand) {
        if (listing.isConstant(operand)) {
            code.loadConstant(listing.constant(operand));
        } else if (numbers.contains(operand)) {
            code.fload(numberVariable(operand));
            RuntimeCalls.call(code, RuntimeCalls.FLOATS, "bits", RuntimeCalls.J, RuntimeCalls.F);
        } else {
            code.lload(variable(operand));
        }
    }

    /// Pushes the low 32 bits of a register.
    void pushInt(int operand) {
        if (listing.isConstant(operand)) {
            code.loadConstant((int) listing.constant(operand));
        } else {
            push(operand);
            code.l2i();
        }
    }

    void pushFloat(int operand) {
        if (numbers.contains(operand)) {
            code.fload(numberVariable(operand));
            return;
        }
        if (listing.isConstant(operand)) {
            float value = Float.intBitsToFloat((int) listing.constant(operand));
            if (!Float.isNaN(value)) {
                code.loadConstant(value);
                return;
            }
        }
        pushInt(operand);
        RuntimeCalls.call(
                code, RuntimeCalls.FLOAT, "intBitsToFloat", RuntimeCalls.F, RuntimeCalls.I);
    }

    void pushDouble(int operand) {
        push(operand);
        RuntimeCalls.call(
                code, RuntimeCalls.DOUBLE, "longBitsToDouble", RuntimeCalls.D, RuntimeCalls.J);
    }

    /// Sets a register to the bits pushed last.
    void pop(int operand) {
        if (operand < 0) {
            code.pop2();
        } else {
            numbers.remove(operand);
            code.lstore(variable(operand));
        }
    }

    /// Sets a 32-bit register to the integer pushed last.
    void popInt(int operand) {
        code.i2l().loadConstant(0xffff_ffffL).land();
        pop(operand);
    }

    /// Sets a register to the result pushed last.
    void popFloat(int operand) {
        if (operand >= 0 && !conditional) {
            numbers.add(operand);
            code.fstore(numberVariable(operand));
            return;
        }
        RuntimeCalls.call(code, RuntimeCalls.FLOATS, "bits", RuntimeCalls.J, RuntimeCalls.F);
        pop(operand);
    }

    /// Pushes whether a predicate source holds, 0 or 1.
    void test(int source) {
        int predicate = source >> 1;
        if (predicate < 0) {
            code.loadConstant(~predicate == Code.TRUE ? 1 : 0);
        } else {
            code.iload(predicateVariable(predicate));
        }
        if ((source & 1) != 0) {
            code.iconst_1().ixor();
        }
    }

    /// Sets a predicate to what was pushed last, 0 or 1.
    void decide(int predicate) {
        if (predicate < 0) {
            code.pop();
        } else {
            code.istore(predicateVariable(predicate));
        }
    }
}
