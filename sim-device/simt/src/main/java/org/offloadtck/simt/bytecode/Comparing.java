package org.offloadtck.simt.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import org.offloadtck.simt.image.Comparisons;
import org.offloadtck.simt.semantics.FloatRelation;

/// Code of `setp` and `set`.
final class Comparing {

    private static final int EQ = FloatRelation.EQUAL;
    private static final int NE = FloatRelation.LESS | FloatRelation.GREATER;
    private static final int LT = FloatRelation.LESS;
    private static final int LE = FloatRelation.LESS | FloatRelation.EQUAL;
    private static final int GT = FloatRelation.GREATER;
    private static final int GE = FloatRelation.GREATER | FloatRelation.EQUAL;
    private static final int UNORDERED = FloatRelation.UNORDERED;

    private final LaneCode lane;
    private final CodeBuilder code;
    private final Listing listing;

    Comparing(LaneCode lane) {
        this.lane = lane;
        this.code = lane.code();
        this.listing = lane.listing();
    }

    /// Whether the instruction's comparison is one of those below: of integers, the six. The rare
    /// ones are interpreted.
    static boolean compiles(Listing listing, int pc) {
        int accepted = listing.x(pc) & Comparisons.RELATIONS;
        return switch (listing.x(pc) & ~Comparisons.RELATIONS) {
            case Comparisons.LONG, Comparisons.UNSIGNED_LONG, Comparisons.INT, Comparisons.SHORT ->
                    accepted == EQ
                            || accepted == NE
                            || accepted == LT
                            || accepted == LE
                            || accepted == GT
                            || accepted == GE;
            case Comparisons.FLOAT,
                    Comparisons.FLOAT_FLUSHED,
                    Comparisons.DOUBLE,
                    Comparisons.HALF ->
                    true;
            default -> false;
        };
    }

    void toPredicates(int pc) {
        int other = listing.y(pc) >> 2;
        relation(pc);
        if (other < 0) {
            combine(pc);
            lane.decide(listing.d(pc));
            return;
        }
        code.dup().iconst_1().ixor();
        combine(pc);
        code.swap();
        combine(pc);
        lane.decide(listing.d(pc));
        lane.decide(other);
    }

    void toRegister(int pc) {
        relation(pc);
        combine(pc);
        lane.choose(Opcode.IFNE, () -> lane.push(listing.y(pc) >> 2), () -> code.loadConstant(0L));
        lane.pop(listing.d(pc));
    }

    /// Combines what was pushed last with the instruction's predicate.
    private void combine(int pc) {
        int combination = listing.y(pc) & 3;
        if (combination == Comparisons.ALONE) {
            return;
        }
        lane.test(listing.c(pc));
        switch (combination) {
            case Comparisons.AND -> code.iand();
            case Comparisons.OR -> code.ior();
            default -> code.ixor();
        }
    }

    /// Pushes whether the comparison holds, 0 or 1.
    private void relation(int pc) {
        int domain = listing.x(pc) & ~Comparisons.RELATIONS;
        int accepted = listing.x(pc) & Comparisons.RELATIONS;
        int a = listing.a(pc);
        int b = listing.b(pc);
        switch (domain) {
            case Comparisons.LONG -> {
                lane.push(a);
                lane.push(b);
                code.lcmp();
                sign(accepted);
            }
            case Comparisons.UNSIGNED_LONG -> {
                lane.push(a);
                lane.push(b);
                Names.call(code, Names.LONG, "compareUnsigned", Names.I, Names.J, Names.J);
                sign(accepted);
            }
            case Comparisons.INT -> {
                lane.pushInt(a);
                lane.pushInt(b);
                decide(integers(accepted));
            }
            case Comparisons.SHORT -> {
                lane.pushInt(a);
                code.i2s();
                lane.pushInt(b);
                code.i2s();
                decide(integers(accepted));
            }
            case Comparisons.DOUBLE -> {
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
        if (domain == Comparisons.HALF) {
            lane.push(operand);
            Names.call(code, Names.FLOATS, "f16", Names.F, Names.J);
            return;
        }
        lane.pushFloat(operand);
        if (domain == Comparisons.FLOAT_FLUSHED) {
            Names.call(code, Names.FLOATS, "flush", Names.F, Names.F);
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

    /// Whether neither way of comparing, NaN less or NaN greater, gives the relation.
    private static boolean needsRelation(int accepted) {
        return switch (accepted) {
            case LT, LE, GT, GE, EQ, NE | UNORDERED -> false;
            case LT | UNORDERED, LE | UNORDERED, GT | UNORDERED, GE | UNORDERED -> false;
            default -> true;
        };
    }

    /// Whether a NaN is to compare as less, for the relation to come out right.
    private static boolean nanIsLess(int accepted) {
        boolean acceptsLess = (accepted & FloatRelation.LESS) != 0;
        boolean acceptsNan = (accepted & UNORDERED) != 0;
        return acceptsLess == acceptsNan;
    }

    /// Pushes whether the relation of the two doubles pushed last is accepted.
    private void any(int accepted) {
        Names.call(code, Names.RELATION, "of", Names.I, Names.D, Names.D);
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
