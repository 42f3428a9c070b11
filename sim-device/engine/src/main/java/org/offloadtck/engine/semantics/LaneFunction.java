package org.offloadtck.engine.semantics;

/// What an instruction computes in one lane: registers' bits in, register's bits out. Operands an
/// instruction does not have are 0.
@FunctionalInterface
public interface LaneFunction {

    long apply(long a, long b, long c);

    /// This function done to both numbers in a register, each of that many bits.
    default LaneFunction packed(int bits) {
        long low = (1L << bits) - 1;
        return (a, b, c) -> {
            long first = apply(a & low, b & low, c & low);
            long second = apply((a >>> bits) & low, (b >>> bits) & low, (c >>> bits) & low);
            return (second << bits) | first;
        };
    }
}
