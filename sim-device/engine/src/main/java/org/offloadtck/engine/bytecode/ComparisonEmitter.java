package org.offloadtck.engine.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.semantics.FloatRelation;

/// Emits `setp` and `set`.
final class ComparisonEmitter {

    private static final int EQ = FloatRelation.EQUAL;
    private static final int NE = FloatRelation.LESS | FloatRelation.GREATER;
    private static final int LT = FloatRelation.LESS;
    private static final int LE = FloatRelation.LESS | FloatRelation.EQUAL;
    private static final int GT = FloatRelation.GREATER;
    private static final int GE = FloatRelation.GREATER | FloatRelation.EQUAL;
    private static final int UNORDERED = FloatRelation.UNORDERED;

    private final LaneEmitter lane;
    private final CodeBuilder code;
    private final InstructionView view;

    ComparisonEmitter(LaneEmitter lane) {
        this.lane = lane;
        this.code = lane.code();
        this.view = lane.view();
    }

    void toPredicates(int pc) {
        int other = view.y(pc) >> 2;
        relation(pc);
        if (other < 0) {
            combine(pc);
            lane.decide(view.d(pc));
            return;
        }
        code.dup().iconst_1().ixor();
        combine(pc);
        code.swap();
        combine(pc);
        lane.decide(view.d(pc));
        lane.decide(other);
    }

    void toRegister(int pc) {
        relation(pc);
        combine(pc);
        lane.choose(Opcode.IFNE, () -> lane.push(view.y(pc) >> 2), () -> code.loadConstant(0L));
        lane.pop(view.d(pc));
    }

    /// Combines what was pushed last with the instruction's predicate.
    private void combine(int pc) {
        int combination = view.y(pc) & 3;
        if (combination == ComparisonKind.ALONE) {
            return;
        }
        lane.test(view.c(pc));
        switch (combination) {
            case ComparisonKind.AND -> code.iand();
            case ComparisonKind.OR -> code.ior();
            default -> code.ixor();
        }
    }

    /// Pushes whether the comparison holds, 0 or 1.
    private void relation(int pc) {
        int domain = view.x(pc) & ~ComparisonKind.RELATIONS;
        int accepted = view.x(pc) & ComparisonKind.RELATIONS;
        int a = view.a(pc);
        int b = view.b(pc);
        switch (domain) {
            case ComparisonKind.LONG -> {
                lane.push(a);
                lane.push(b);
                code.lcmp();
                sign(accepted);
            }
            case ComparisonKind.UNSIGNED_LONG -> {
                lane.push(a);
                lane.push(b);
                RuntimeCalls.call(
                        code,
                        RuntimeCalls.LONG,
                        "compareUnsigned",
                        RuntimeCalls.I,
                        RuntimeCalls.J,
                        RuntimeCalls.J);
                sign(accepted);
            }
            case ComparisonKind.INT -> {
                lane.pushInt(a);
                lane.pushInt(b);
                decide(integers(accepted));
            }
            case ComparisonKind.SHORT -> {
                lane.pushInt(a);
                code.i2s();
                lane.pushInt(b);
                code.i2s();
                decide(integers(accepted));
            }
            case ComparisonKind.DOUBLE -> {
                lane.pushDouble(a);
                lane.pushDouble(b);
                doubles(accepted);
            }
            default -> {
                pushFloat(a, domain);
                pushFloat(b, domain);
                floats(accepted);
            }
        }
    }

    private void pushFloat(int operand, int domain) {
        if (domain == ComparisonKind.HALF) {
            lane.push(operand);
            RuntimeCalls.call(code, RuntimeCalls.FLOATS, "f16", RuntimeCalls.F, RuntimeCalls.J);
            return;
        }
        lane.pushFloat(operand);
        if (domain == ComparisonKind.FLOAT_FLUSHED) {
            RuntimeCalls.call(code, RuntimeCalls.FLOATS, "flush", RuntimeCalls.F, RuntimeCalls.F);
        }
    }

    private void floats(int accepted) {
        if (needsRelation(accepted)) {
            code.swap().f2d().dup2_x1().pop2().f2d();
            any(accepted);
            return;
        }
        if (nanIsLess(accepted)) {
            code.fcmpl();
        } else {
            code.fcmpg();
        }
        sign(accepted & ~UNORDERED);
    }

    private void doubles(int accepted) {
        if (needsRelation(accepted)) {
            any(accepted);
            return;
        }
        if (nanIsLess(accepted)) {
            code.dcmpl();
        } else {
            code.dcmpg();
        }
        sign(accepted & ~UNORDERED);
    }

    /// Whether a NaN can compare neither as less nor as greater to give the relation.
    private static boolean needsRelation(int accepted) {
        return switch (accepted) {
            case LT, LE, GT, GE, EQ, NE | UNORDERED -> false;
            case LT | UNORDERED, LE | UNORDERED, GT | UNORDERED, GE | UNORDERED -> false;
            default -> true;
        };
    }

    /// Whether a NaN has to compare as less to give the relation.
    private static boolean nanIsLess(int accepted) {
        boolean acceptsLess = (accepted & FloatRelation.LESS) != 0;
        boolean acceptsNan = (accepted & UNORDERED) != 0;
        return acceptsLess == acceptsNan;
    }

    /// Pushes whether the relation of the two doubles pushed last is accepted.
    private void any(int accepted) {
        RuntimeCalls.call(
                code, RuntimeCalls.RELATION, "of", RuntimeCalls.I, RuntimeCalls.D, RuntimeCalls.D);
        code.loadConstant(accepted).iand();
        decide(Opcode.IFNE);
    }

    /// Pushes whether the sign pushed last is of an accepted relation.
    private void sign(int accepted) {
        decide(
                switch (accepted) {
                    case EQ -> Opcode.IFEQ;
                    case NE -> Opcode.IFNE;
                    case LT -> Opcode.IFLT;
                    case LE -> Opcode.IFLE;
                    case GT -> Opcode.IFGT;
                    case GE -> Opcode.IFGE;
                    default -> throw new IllegalStateException("relations %d".formatted(accepted));
                });
    }

    private static Opcode integers(int accepted) {
        return switch (accepted) {
            case EQ -> Opcode.IF_ICMPEQ;
            case NE -> Opcode.IF_ICMPNE;
            case LT -> Opcode.IF_ICMPLT;
            case LE -> Opcode.IF_ICMPLE;
            case GT -> Opcode.IF_ICMPGT;
            case GE -> Opcode.IF_ICMPGE;
            default -> throw new IllegalStateException("relations %d".formatted(accepted));
        };
    }

    private void decide(Opcode condition) {
        lane.choose(condition, code::iconst_1, code::iconst_0);
    }
}
