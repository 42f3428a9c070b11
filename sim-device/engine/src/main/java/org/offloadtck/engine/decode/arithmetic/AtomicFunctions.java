package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;
import static org.offloadtck.engine.semantics.Integers.truncate;

import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// The functions of atomics and warp reductions: the new value from the old value and the operands
/// (PTX ISA §9.7.13.5).
public final class AtomicFunctions {

    /// `atom.add.f32` and `red.add.f32` on global memory: subnormal operands and sums are flushed,
    /// which they are not on shared memory (PTX ISA §9.7.13.5).
    public static final LaneFunction FLUSHED_SUM =
            (old, b, _) -> bits(Floats.flush(Floats.flush(f32(old)) + Floats.flush(f32(b))));

    private AtomicFunctions() {}

    public static LaneFunction function(AtomicOperation operation, PtxType type) {
        return switch (operation) {
            case AND -> (old, b, _) -> old & b;
            case OR -> (old, b, _) -> old | b;
            case XOR -> (old, b, _) -> old ^ b;
            case EXCH -> (_, b, _) -> b;
            case CAS -> (old, b, c) -> old == b ? c : old;
            case INC -> (old, b, _) -> Long.compareUnsigned(old, b) >= 0 ? 0 : old + 1;
            case DEC -> (old, b, _) -> old == 0 || Long.compareUnsigned(old, b) > 0 ? b : old - 1;
            case ADD -> add(type);
            case MIN ->
                    HalfArithmetic.isHalf(type)
                            ? HalfArithmetic.extreme(Floats::minimum, type)
                            : (old, b, _) -> less(old, b, type) ? old : b;
            case MAX ->
                    HalfArithmetic.isHalf(type)
                            ? HalfArithmetic.extreme(Floats::maximum, type)
                            : (old, b, _) -> less(old, b, type) ? b : old;
        };
    }

    private static LaneFunction add(PtxType type) {
        return switch (type) {
            case F32 -> (old, b, _) -> bits(f32(old) + f32(b));
            case F64 -> (old, b, _) -> bits(f64(old) + f64(b), old, b, 0);
            case U32, S32, B32 -> (old, b, _) -> truncate(old + b, 32);
            case U64, S64, B64 -> (old, b, _) -> old + b;
            case F16, F16X2, BF16, BF16X2 -> HalfArithmetic.sum(type);
            default -> throw TypeSemantics.unsupported(type);
        };
    }

    private static boolean less(long a, long b, PtxType type) {
        return switch (type) {
            case S32 -> (int) a < (int) b;
            case S64 -> a < b;
            case U32, B32, U64, B64 -> Long.compareUnsigned(a, b) < 0;
            default -> throw TypeSemantics.unsupported(type);
        };
    }
}
