package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;
import static org.offloadtck.engine.semantics.Integers.truncate;

import java.util.Optional;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// The functions of atomics and warp reductions: the new value from the old value and the operands
/// (PTX ISA §9.7.13.5).
public final class AtomicFunctions {

    private AtomicFunctions() {}

    /// `atom.add` and `red.add` on global memory, where their results differ from those on shared
    /// memory: subnormal operands and sums of `.f32` are flushed (PTX ISA §9.7.13.5), and a NaN of
    /// `.f64` keeps all its bits, a signaling one too (observed on an H200).
    public static Optional<LaneFunction> globalSum(AtomicOperation operation, PtxType type) {
        if (operation != AtomicOperation.ADD) {
            return Optional.empty();
        }
        return switch (type) {
            case F32 -> Optional.of(AtomicFunctions::flushedSum);
            case F64 -> Optional.of(AtomicFunctions::sum);
            default -> Optional.empty();
        };
    }

    private static long flushedSum(long old, long b, long unused) {
        return bits(Floats.flush(Floats.flush(f32(old)) + Floats.flush(f32(b))));
    }

    private static long sum(long old, long b, long unused) {
        if (Double.isNaN(f64(b))) {
            return b;
        }
        return Double.isNaN(f64(old)) ? old : bits(f64(old) + f64(b), 0, 0, 0);
    }

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
            case F64 -> (old, b, _) -> bits(f64(old) + f64(b), b, old, 0);
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
