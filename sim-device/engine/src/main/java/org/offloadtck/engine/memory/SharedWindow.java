package org.offloadtck.engine.memory;

/// The addresses of the shared memory of a cluster, within the window of shared memory.
///
/// An offset below [#SIZE] is in the shared memory of the CTA that uses the address. From there on,
/// each CTA of the cluster has a range of that size, in the order of ranks, at which every CTA of
/// the cluster finds its shared memory. PTX leaves these addresses to the implementation (PTX ISA
/// 9.0 §9.7.9.23, `mapa`); on a device of `sm_90`, too, the bits from 24 on are the rank. All
/// methods take generic addresses and addresses of the shared space alike.
public final class SharedWindow {

    /// Logarithm of [#SIZE].
    private static final int BITS = 24;

    /// Bytes of the range of a CTA, more than any CTA has shared memory.
    public static final long SIZE = 1L << BITS;

    /// Mask of the number of the range.
    private static final long RANGE = 0xff;

    private SharedWindow() {}

    /// The address in the CTA of another rank that corresponds to an address (`mapa`). A rank that
    /// no cluster has gives an address that no CTA has.
    ///
    /// @param rank an unsigned number of 32 bits
    public static long map(long address, long rank) {
        return unmapped(address) | (Math.min(rank + 1, RANGE) << BITS);
    }

    /// The rank of the CTA whose shared memory an address is in (`getctarank`).
    ///
    /// @param own rank of the CTA that uses the address
    public static long rank(long address, long own) {
        return isMapped(address) ? (address >>> BITS & RANGE) - 1 : own;
    }

    /// Whether an address names the rank of its CTA.
    public static boolean isMapped(long address) {
        return (address >>> BITS & RANGE) != 0;
    }

    /// The offset in the shared memory of its CTA.
    public static long offset(long address) {
        return address & SIZE - 1;
    }

    /// The address in the shared memory of the CTA that uses it.
    public static long unmapped(long address) {
        return address & ~(RANGE << BITS);
    }
}
