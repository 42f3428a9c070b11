package org.offloadtck.simt.semantics;

/// What an instruction computes in one lane: registers' bits in, register's bits out. Operands an
/// instruction does not have are 0.
@FunctionalInterface
public interface LaneFunction {

    long apply(long a, long b, long c);
}
