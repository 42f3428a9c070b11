package org.offloadtck.engine.decode.arithmetic;

import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.semantics.LaneFunction;

/// How an instruction that computes a register from registers is executed.
public sealed interface Computation {

    /// By an operation of its own, one of the pure ones of [Op].
    record Direct(int op) implements Computation {}

    /// Lane by lane, by a function.
    record PerLane(LaneFunction function) implements Computation {}

    /// By an operation of its own whose further operand is this number: `neg` is a subtraction from
    /// it, `not` an exclusive or with it.
    ///
    /// @param position where the number goes: operand 0 or 1
    record WithConstant(int op, long constant, int position) implements Computation {}
}
