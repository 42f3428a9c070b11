package org.offloadtck.engine.semantics;

/// The function that an instruction computes in one lane, from register bits to register bits.
/// Missing operands are 0.
@FunctionalInterface
public interface LaneFunction {

    long apply(long a, long b, long c);

    /// This function applied to both numbers of a register.
    ///
    /// @param bits of each number
    default LaneFunction packed(int bits) {
        long low = (1L << bits) - 1;
        return (a, b, c) -> {
            long first = apply(a & low, b & low, c & low);
            long second = apply((a >>> bits) & low, (b >>> bits) & low, (c >>> bits) & low);
            return (second << bits) | first;
        };
    }
}
