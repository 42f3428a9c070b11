package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.Op;

/// Emits the accesses of a lane to memory whose place in this process is known.
final class ElementEmitter {

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView view;

    ElementEmitter(LaneEmitter lane) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
    }

    /// Emits an atomic at the place in a variable.
    void combine(int pc, int place) {
        int old = code.allocateLocal(TypeKind.LONG);
        get(pc, place, 0);
        code.lstore(old).lload(place);
        RuntimeCalls.function(code, view.combination(pc));
        code.lload(old);
        lane.push(view.b(pc));
        lane.push(view.c(pc));
        RuntimeCalls.apply(code);
        RuntimeCalls.call(
                code,
                RuntimeCalls.BYTES,
                "put" + view.size(pc),
                RuntimeCalls.V,
                RuntimeCalls.J,
                RuntimeCalls.J);
        code.lload(old);
        lane.pop(view.d(pc));
    }

    /// Emits a load or store in the frame.
    void frame(int pc) {
        int place = code.allocateLocal(TypeKind.LONG);
        code.aload(LaneEmitter.CONTEXT)
                .getfield(RuntimeCalls.CONTEXT, "frame", RuntimeCalls.J)
                .iload(lane.lane())
                .loadConstant(3)
                .ishl()
                .i2l()
                .ladd()
                .lstore(place);
        for (int e = 0; e < Math.max(1, view.elements(pc)); e++) {
            int offset = view.x(pc) + e * view.size(pc);
            element(pc, place, Math.toIntExact(BlockContext.distance(offset)), e);
        }
    }

    /// Emits a load or store at the place in a variable, and an offset from there.
    void emit(int pc, int place, int offset) {
        for (int e = 0; e < Math.max(1, view.elements(pc)); e++) {
            element(pc, place, offset + e * view.size(pc), e);
        }
    }

    private void element(int pc, int place, int offset, int e) {
        if (view.op(pc) == Op.LOAD) {
            get(pc, place, offset);
            lane.pop(operand(pc, view.d(pc), e));
        } else {
            put(pc, place, offset, operand(pc, view.b(pc), e));
        }
    }

    /// The row operand of an element.
    int operand(int pc, int operand, int e) {
        return view.elements(pc) > 0 ? view.listed(operand + e) : operand;
    }

    /// Pushes the value at a place, sign-extended if the load is.
    void get(int pc, int place, int offset) {
        int size = view.size(pc);
        pushPlace(place, offset);
        RuntimeCalls.call(code, RuntimeCalls.BYTES, "get" + size, RuntimeCalls.J, RuntimeCalls.J);
        if (view.extendsSign(pc)) {
            code.loadConstant(Byte.SIZE * size);
            RuntimeCalls.call(
                    code,
                    RuntimeCalls.INTEGERS,
                    "signed",
                    RuntimeCalls.J,
                    RuntimeCalls.J,
                    RuntimeCalls.I);
            code.loadConstant(view.extendedBits(pc));
            RuntimeCalls.call(
                    code,
                    RuntimeCalls.INTEGERS,
                    "truncate",
                    RuntimeCalls.J,
                    RuntimeCalls.J,
                    RuntimeCalls.I);
        }
    }

    private void put(int pc, int place, int offset, int operand) {
        pushPlace(place, offset);
        lane.push(operand);
        RuntimeCalls.call(
                code,
                RuntimeCalls.BYTES,
                "put" + view.size(pc),
                RuntimeCalls.V,
                RuntimeCalls.J,
                RuntimeCalls.J);
    }

    private void pushPlace(int place, int offset) {
        code.lload(place);
        if (offset != 0) {
            code.loadConstant((long) offset).ladd();
        }
    }
}
