package org.offloadtck.engine.decode.arithmetic;

import org.offloadtck.engine.semantics.LaneFunction;

/// The execution of an instruction that computes a register from registers.
public sealed interface Computation {

    /// By an operation, one of the pure operations of [Op][org.offloadtck.engine.code.Op].
    record Direct(int op) implements Computation {}

    /// By a function, lane by lane.
    record PerLane(LaneFunction function) implements Computation {}

    /// By an operation with a constant as additional operand: `neg` is a subtraction from it, `not`
    /// an exclusive or with it.
    ///
    /// @param position operand index of the constant: 0 or 1
    record WithConstant(int op, long constant, int position) implements Computation {}
}
