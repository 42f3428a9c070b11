package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.code.Op;

/// Emits instructions that compute registers and predicates from registers and predicates.
final class ComputationEmitter {

    private static final long WORD = 0xffff_ffffL;

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView view;
    private final ComparisonEmitter comparing;
    private final BitOperationEmitter bits;

    ComputationEmitter(LaneEmitter lane) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
        this.comparing = new ComparisonEmitter(lane);
        this.bits = new BitOperationEmitter(lane);
    }

    void emit(int pc) {
        int op = view.op(pc);
        switch (op) {
            case Op.NOTHING -> {}
            case Op.FRAME_ADDRESS -> bits.frameAddress(pc);
            case Op.IS_SPACE -> bits.isSpace(pc);
            case Op.LANE_FUNCTION -> function(pc);
            case Op.COMPARE -> comparing.toPredicates(pc);
            case Op.COMPARE_TO_REGISTER -> comparing.toRegister(pc);
            case Op.SELECT -> select(pc);
            case Op.UNPACK -> bits.unpack(pc);
            case Op.PACK -> bits.pack(pc);
            case Op.BIT_INSERT -> bits.insert(pc);
            case Op.PREDICATE_MOVE,
                    Op.PREDICATE_NOT,
                    Op.PREDICATE_AND,
                    Op.PREDICATE_OR,
                    Op.PREDICATE_XOR ->
                    predicate(pc, op);
            default -> pure(pc, op);
        }
    }

    private void pure(int pc, int op) {
        if (op >= Op.ADD_FLOAT && op <= Op.FMA_FLOAT) {
            single(pc, op);
        } else if (op > Op.FMA_FLOAT) {
            precise(pc, op);
        } else if (op >= Op.SHIFT_LEFT32 && op <= Op.SHIFT_RIGHT_SIGNED64) {
            bits.shift(pc, op);
            lane.pop(view.d(pc));
        } else if (op == Op.MOVE && lane.isNumber(view.a(pc))) {
            lane.pushFloat(view.a(pc));
            lane.popFloat(view.d(pc));
        } else {
            integer(pc, op);
            lane.pop(view.d(pc));
        }
    }

    private void integer(int pc, int op) {
        switch (op) {
            case Op.MOVE -> lane.push(view.a(pc));
            case Op.SIGN_EXTEND32 -> {
                lane.pushInt(view.a(pc));
                code.i2l();
            }
            case Op.MINIMUM32, Op.MAXIMUM32 -> {
                lane.pushInt(view.a(pc));
                lane.pushInt(view.b(pc));
                extreme(op == Op.MINIMUM32 ? "min" : "max", RuntimeCalls.I);
                code.i2l().loadConstant(WORD).land();
            }
            case Op.MULTIPLY_WIDE_SIGNED, Op.MULTIPLY_ADD_WIDE_SIGNED -> {
                lane.pushInt(view.a(pc));
                code.i2l();
                lane.pushInt(view.b(pc));
                code.i2l().lmul();
                add(pc, op == Op.MULTIPLY_ADD_WIDE_SIGNED);
            }
            default -> {
                lane.push(view.a(pc));
                lane.push(view.b(pc));
                wide(pc, op);
            }
        }
    }

    private void wide(int pc, int op) {
        switch (op) {
            case Op.ADD32 -> code.ladd().loadConstant(WORD).land();
            case Op.ADD64 -> code.ladd();
            case Op.SUBTRACT32 -> code.lsub().loadConstant(WORD).land();
            case Op.SUBTRACT64 -> code.lsub();
            case Op.MULTIPLY32 -> code.lmul().loadConstant(WORD).land();
            case Op.MULTIPLY64 -> code.lmul();
            case Op.MULTIPLY_ADD32 -> {
                code.lmul();
                add(pc, true);
                code.loadConstant(WORD).land();
            }
            case Op.MULTIPLY_ADD64 -> {
                code.lmul();
                add(pc, true);
            }
            case Op.AND -> code.land();
            case Op.OR -> code.lor();
            case Op.XOR -> code.lxor();
            case Op.MINIMUM64 -> extreme("min", RuntimeCalls.J);
            case Op.MAXIMUM64 -> extreme("max", RuntimeCalls.J);
            default -> throw new IllegalStateException("operation %d".formatted(op));
        }
    }

    private void add(int pc, boolean adds) {
        if (adds) {
            lane.push(view.c(pc));
            code.ladd();
        }
    }

    private void extreme(String name, ClassDesc type) {
        RuntimeCalls.call(code, RuntimeCalls.MATH, name, type, type, type);
    }

    private void single(int pc, int op) {
        lane.pushFloat(view.a(pc));
        lane.pushFloat(view.b(pc));
        switch (op) {
            case Op.ADD_FLOAT -> code.fadd();
            case Op.SUBTRACT_FLOAT -> code.fsub();
            case Op.MULTIPLY_FLOAT -> code.fmul();
            default -> {
                lane.pushFloat(view.c(pc));
                RuntimeCalls.call(
                        code,
                        RuntimeCalls.MATH,
                        "fma",
                        RuntimeCalls.F,
                        RuntimeCalls.F,
                        RuntimeCalls.F,
                        RuntimeCalls.F);
            }
        }
        lane.popFloat(view.d(pc));
    }

    private void precise(int pc, int op) {
        lane.pushDouble(view.a(pc));
        lane.pushDouble(view.b(pc));
        switch (op) {
            case Op.ADD_DOUBLE -> code.dadd();
            case Op.SUBTRACT_DOUBLE -> code.dsub();
            case Op.MULTIPLY_DOUBLE -> code.dmul();
            default -> {
                lane.pushDouble(view.c(pc));
                RuntimeCalls.call(
                        code,
                        RuntimeCalls.MATH,
                        "fma",
                        RuntimeCalls.D,
                        RuntimeCalls.D,
                        RuntimeCalls.D,
                        RuntimeCalls.D);
            }
        }
        lane.push(view.a(pc));
        lane.push(view.b(pc));
        if (op == Op.FMA_DOUBLE) {
            lane.push(view.c(pc));
        } else {
            code.lconst_0();
        }
        RuntimeCalls.call(
                code,
                RuntimeCalls.FLOATS,
                "bits",
                RuntimeCalls.J,
                RuntimeCalls.D,
                RuntimeCalls.J,
                RuntimeCalls.J,
                RuntimeCalls.J);
        lane.pop(view.d(pc));
    }

    private void function(int pc) {
        RuntimeCalls.function(code, view.x(pc));
        lane.push(view.a(pc));
        lane.push(view.b(pc));
        lane.push(view.c(pc));
        RuntimeCalls.apply(code);
        lane.pop(view.d(pc));
    }

    private void select(int pc) {
        lane.test(view.c(pc));
        lane.choose(Opcode.IFNE, () -> lane.push(view.a(pc)), () -> lane.push(view.b(pc)));
        lane.pop(view.d(pc));
    }

    private void predicate(int pc, int op) {
        lane.test(view.a(pc));
        if (op == Op.PREDICATE_NOT) {
            code.iconst_1().ixor();
        } else if (op != Op.PREDICATE_MOVE) {
            lane.test(view.b(pc));
            switch (op) {
                case Op.PREDICATE_AND -> code.iand();
                case Op.PREDICATE_OR -> code.ior();
                default -> code.ixor();
            }
        }
        lane.decide(view.d(pc));
    }
}
