package org.offloadtck.implementation.expression;

/// A deterministic random sequence with random access.
///
/// @see "Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, figure
///   16"
final class SplitMix64 {

    /// The odd integer closest to 2^64 divided by the golden ratio.
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private SplitMix64() {}

    /// The number at position `index`, from 0, of the sequence that starts from `seed`.
    static long bits(long seed, long index) {
        long z = seed + (index + 1) * GOLDEN_GAMMA;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /// The upper 53 bits of [#bits] as a multiple of 2^-53 in [0, 1).
    static double unit(long seed, long index) {
        return (bits(seed, index) >>> 11) * 0x1p-53;
    }
}
