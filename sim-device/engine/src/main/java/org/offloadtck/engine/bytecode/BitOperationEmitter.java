package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.memory.AddressSpace;

/// Emits bit operations: shifts, vectors in registers, bit fields, addresses of the frame.
final class BitOperationEmitter {

    private static final long WORD = 0xffff_ffffL;

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView view;

    BitOperationEmitter(LaneEmitter lane) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
    }

    /// Pushes the result of a shift.
    void shift(int pc, int op) {
        int amount = view.b(pc);
        if (view.isConstant(amount)
                && view.constant(amount) >= 0
                && view.constant(amount) < width(op)) {
            shiftBy(pc, op, (int) view.constant(amount));
            return;
        }
        switch (op) {
            case Op.SHIFT_LEFT32 -> shift(pc, "shiftLeft", Integer.SIZE);
            case Op.SHIFT_LEFT64 -> shift(pc, "shiftLeft", Long.SIZE);
            case Op.SHIFT_RIGHT -> shift(pc, "shiftRight", Long.SIZE);
            case Op.SHIFT_RIGHT_SIGNED32 -> {
                lane.pushInt(view.a(pc));
                clamp(amount, Integer.SIZE - 1);
                code.ishr().i2l().loadConstant(WORD).land();
            }
            default -> {
                lane.push(view.a(pc));
                clamp(amount, Long.SIZE - 1);
                code.lshr();
            }
        }
    }

    private static int width(int op) {
        return op == Op.SHIFT_LEFT32 || op == Op.SHIFT_RIGHT_SIGNED32 ? Integer.SIZE : Long.SIZE;
    }

    private void shiftBy(int pc, int op, int amount) {
        if (op == Op.SHIFT_RIGHT_SIGNED32) {
            lane.pushInt(view.a(pc));
            code.loadConstant(amount).ishr().i2l().loadConstant(WORD).land();
            return;
        }
        lane.push(view.a(pc));
        code.loadConstant(amount);
        switch (op) {
            case Op.SHIFT_LEFT32 -> code.lshl().loadConstant(WORD).land();
            case Op.SHIFT_LEFT64 -> code.lshl();
            case Op.SHIFT_RIGHT -> code.lushr();
            default -> code.lshr();
        }
    }

    private void shift(int pc, String name, int bits) {
        lane.push(view.a(pc));
        lane.push(view.b(pc));
        code.loadConstant(bits);
        RuntimeCalls.call(
                code,
                RuntimeCalls.INTEGERS,
                name,
                RuntimeCalls.J,
                RuntimeCalls.J,
                RuntimeCalls.J,
                RuntimeCalls.I);
    }

    /// Pushes a shift's amount, at most `most`.
    private void clamp(int operand, long most) {
        lane.push(operand);
        code.loadConstant(most);
        RuntimeCalls.call(
                code, RuntimeCalls.MATH, "min", RuntimeCalls.J, RuntimeCalls.J, RuntimeCalls.J);
        code.l2i();
    }

    void frameAddress(int pc) {
        code.aload(LaneEmitter.CONTEXT)
                .getfield(RuntimeCalls.CONTEXT, "frameOffset", RuntimeCalls.I)
                .i2l()
                .loadConstant(((long) view.y(pc) << Integer.SIZE) + view.x(pc))
                .ladd();
        lane.pop(view.d(pc));
    }

    void isSpace(int pc) {
        long wanted =
                switch (view.x(pc)) {
                    case MemorySpace.SHARED -> AddressSpace.SHARED;
                    case MemorySpace.LOCAL -> AddressSpace.LOCAL;
                    case MemorySpace.PARAMETER -> AddressSpace.PARAM;
                    default -> AddressSpace.GLOBAL;
                };
        lane.push(view.a(pc));
        RuntimeCalls.call(
                code, RuntimeCalls.ADDRESS_SPACE, "window", RuntimeCalls.J, RuntimeCalls.J);
        code.loadConstant(wanted).lcmp();
        lane.choose(Opcode.IFEQ, code::iconst_1, code::iconst_0);
        lane.decide(view.d(pc));
    }

    /// Emits `mov` from a register to a vector. The source stays on the stack, for an element may
    /// overwrite it.
    void unpack(int pc) {
        int bits = view.y(pc);
        lane.push(view.a(pc));
        for (int e = 0; e < view.x(pc); e++) {
            code.dup2().loadConstant(e * bits).lushr();
            truncate(bits);
            lane.pop(view.listed(view.c(pc) + e));
        }
        code.pop2();
    }

    void pack(int pc) {
        int bits = view.y(pc);
        code.lconst_0();
        for (int e = 0; e < view.x(pc); e++) {
            lane.push(view.listed(view.c(pc) + e));
            truncate(bits);
            code.loadConstant(e * bits).lshl().lor();
        }
        lane.pop(view.d(pc));
    }

    /// Truncates the pushed value.
    private void truncate(int bits) {
        if (bits < Long.SIZE) {
            code.loadConstant((1L << bits) - 1).land();
        }
    }

    void insert(int pc) {
        lane.push(view.a(pc));
        lane.push(view.b(pc));
        lane.pushInt(view.c(pc));
        lane.pushInt(view.x(pc));
        code.loadConstant(view.y(pc));
        RuntimeCalls.call(
                code,
                RuntimeCalls.INTEGERS,
                "insert",
                RuntimeCalls.J,
                RuntimeCalls.J,
                RuntimeCalls.J,
                RuntimeCalls.I,
                RuntimeCalls.I,
                RuntimeCalls.I);
        lane.pop(view.d(pc));
    }
}
