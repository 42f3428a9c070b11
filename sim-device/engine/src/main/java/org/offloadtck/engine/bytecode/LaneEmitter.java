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

/// Emits the code of one lane, with its registers and predicates in local variables.
///
/// A method has the context in variable 0 and the mask of lanes in variable 1. The result of 32-bit
/// arithmetic stays a `float` until its bits are needed. A NaN then gets its canonical form, as in
/// [org.offloadtck.engine.semantics.Floats#bits(float)].
final class LaneEmitter {

    static final int CONTEXT = 0;
    static final int MASK = 1;

    private final CodeBuilder code;
    private final InstructionView view;
    private final int lane;
    private final Label decline;
    private final Label refuse;
    private final Map<Integer, Integer> rows = new TreeMap<>();
    private final Map<Integer, Integer> numberVariables = new TreeMap<>();
    private final Map<Integer, Integer> predicates = new TreeMap<>();

    /// Registers whose current value is in the `float` variable.
    private final NavigableSet<Integer> numbers = new TreeSet<>();

    private boolean conditional;

    LaneEmitter(CodeBuilder code, InstructionView view) {
        this(code, view, code.allocateLocal(TypeKind.INT));
    }

    /// @param lane the variable of the lane number
    LaneEmitter(CodeBuilder code, InstructionView view, int lane) {
        this.code = code;
        this.view = view;
        this.lane = lane;
        this.decline = code.newLabel();
        this.refuse = code.newLabel();
    }

    CodeBuilder code() {
        return code;
    }

    InstructionView view() {
        return view;
    }

    /// The variable of the lane number.
    int lane() {
        return lane;
    }

    /// The label to branch to if an access is invalid.
    Label decline() {
        return decline;
    }

    /// The label to branch to, before any effect, if an access would be invalid.
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

    /// Whether the current value of a register is a `float`.
    boolean isNumber(int row) {
        return numbers.contains(row);
    }

    /// Converts the value of a register from bits to a `float`.
    void asNumber(int row) {
        pushFloat(row);
        popFloat(row);
    }

    /// Converts the value of a register to bits.
    void asBits(int row) {
        if (numbers.contains(row)) {
            push(row);
            pop(row);
        }
    }

    /// Starts code that may be jumped over. Its results must be bits, as they are if it is jumped
    /// over.
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

    /// Emits `yes` for the case that the condition on the pushed value is true, else `no`.
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
        if (view.isConstant(operand)) {
            code.loadConstant(view.constant(operand));
        } else if (numbers.contains(operand)) {
            code.fload(numberVariable(operand));
            RuntimeCalls.call(code, RuntimeCalls.FLOATS, "bits", RuntimeCalls.J, RuntimeCalls.F);
        } else {
            code.lload(variable(operand));
        }
    }

    /// Pushes the low 32 bits of a register.
    void pushInt(int operand) {
        if (view.isConstant(operand)) {
            code.loadConstant((int) view.constant(operand));
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
        if (view.isConstant(operand)) {
            float value = Float.intBitsToFloat((int) view.constant(operand));
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

    /// Pushes the value of a predicate source, 0 or 1.
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

    /// Sets a predicate to the pushed value, 0 or 1.
    void decide(int predicate) {
        if (predicate < 0) {
            code.pop();
        } else {
            code.istore(predicateVariable(predicate));
        }
    }
}
