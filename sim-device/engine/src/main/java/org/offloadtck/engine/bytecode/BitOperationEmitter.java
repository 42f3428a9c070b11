package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.memory.AddressSpace;

/// Code of instructions that move bits about: shifts, vectors in registers, fields, addresses.
final class BitOperationEmitter {

    private static final long WORD = 0xffff_ffffL;

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView listing;

    BitOperationEmitter(LaneEmitter lane) {
        this.lane = lane;
        this.code = lane.code();
        this.listing = lane.listing();
    }

    /// Pushes the result of a shift.
    void shift(int pc, int op) {
        int amount = listing.b(pc);
        if (listing.isConstant(amount)
                && listing.constant(amount) >= 0
                && listing.constant(amount) < width(op)) {
            shiftBy(pc, op, (int) listing.constant(amount));
            return;
        }
        switch (op) {
            case Op.SHIFT_LEFT32 -> shift(pc, "shiftLeft", Integer.SIZE);
            case Op.SHIFT_LEFT64 -> shift(pc, "shiftLeft", Long.SIZE);
            case Op.SHIFT_RIGHT -> shift(pc, "shiftRight", Long.SIZE);
            case Op.SHIFT_RIGHT_SIGNED32 -> {
                lane.pushInt(listing.a(pc));
                clamp(amount, Integer.SIZE - 1);
                code.ishr().i2l().loadConstant(WORD).land();
            }
            default -> {
                lane.push(listing.a(pc));
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
            lane.pushInt(listing.a(pc));
            code.loadConstant(amount).ishr().i2l().loadConstant(WORD).land();
            return;
        }
        lane.push(listing.a(pc));
        code.loadConstant(amount);
        switch (op) {
            case Op.SHIFT_LEFT32 -> code.lshl().loadConstant(WORD).land();
            case Op.SHIFT_LEFT64 -> code.lshl();
            case Op.SHIFT_RIGHT -> code.lushr();
            default -> code.lshr();
        }
    }

    private void shift(int pc, String name, int bits) {
        lane.push(listing.a(pc));
        lane.push(listing.b(pc));
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
        code.aload(LaneEmitter.WORKSPACE)
                .getfield(RuntimeCalls.WORKSPACE, "frameOffset", RuntimeCalls.I)
                .i2l()
                .loadConstant(((long) listing.y(pc) << Integer.SIZE) + listing.x(pc))
                .ladd();
        lane.pop(listing.d(pc));
    }

    void isSpace(int pc) {
        long wanted =
                switch (listing.x(pc)) {
                    case MemorySpace.SHARED -> AddressSpace.SHARED;
                    case MemorySpace.LOCAL -> AddressSpace.LOCAL;
                    case MemorySpace.PARAMETER -> AddressSpace.PARAM;
                    default -> AddressSpace.GLOBAL;
                };
        lane.push(listing.a(pc));
        RuntimeCalls.call(
                code, RuntimeCalls.ADDRESS_SPACE, "window", RuntimeCalls.J, RuntimeCalls.J);
        code.loadConstant(wanted).lcmp();
        lane.choose(Opcode.IFEQ, code::iconst_1, code::iconst_0);
        lane.decide(listing.d(pc));
    }

    /// An element may go where the whole comes from, so the whole is kept on the stack.
    void unpack(int pc) {
        int bits = listing.y(pc);
        lane.push(listing.a(pc));
        for (int e = 0; e < listing.x(pc); e++) {
            code.dup2().loadConstant(e * bits).lushr();
            truncate(bits);
            lane.pop(listing.listed(listing.c(pc) + e));
        }
        code.pop2();
    }

    void pack(int pc) {
        int bits = listing.y(pc);
        code.lconst_0();
        for (int e = 0; e < listing.x(pc); e++) {
            lane.push(listing.listed(listing.c(pc) + e));
            truncate(bits);
            code.loadConstant(e * bits).lshl().lor();
        }
        lane.pop(listing.d(pc));
    }

    /// Keeps the low bits of what was pushed last.
    private void truncate(int bits) {
        if (bits < Long.SIZE) {
            code.loadConstant((1L << bits) - 1).land();
        }
    }

    void insert(int pc) {
        lane.push(listing.a(pc));
        lane.push(listing.b(pc));
        lane.pushInt(listing.c(pc));
        lane.pushInt(listing.x(pc));
        code.loadConstant(listing.y(pc));
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
        lane.pop(listing.d(pc));
    }
}
