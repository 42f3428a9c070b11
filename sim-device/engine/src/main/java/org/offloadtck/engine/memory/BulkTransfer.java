package org.offloadtck.engine.memory;

import java.util.Arrays;

/// The ranges that lanes of a warp copy by one instruction. One object is reused for many
/// instructions.
///
/// The addresses of a destination in shared memory name no rank ([SharedWindow]): the ranks of the
/// CTAs that have it are separate, since a multicast writes the same offsets in several.
public final class BulkTransfer {

    /// Lanes of a warp (PTX ISA §10, `WARP_SZ`).
    private static final int LANES = 32;

    /// The ranks of a destination in global memory or in the shared memory of the thread's CTA.
    public static final int OWN = 0;

    private final long[] targets = new long[LANES];
    private final long[] sources = new long[LANES];
    private final long[] bytes = new long[LANES];
    private final int[] ranks = new int[LANES];
    private Effect effect = Effect.REPLACES;

    /// What becomes of the destination of a transfer.
    public enum Effect {
        REPLACES,
        /// The destination is combined with the source, element by element and atomically.
        REDUCES
    }

    /// Forgets the ranges.
    public void begin(Effect newEffect) {
        effect = newEffect;
        Arrays.fill(bytes, 0);
    }

    /// Sets the ranges of a lane, whose destination is in global memory or in the shared memory of
    /// the CTA of the thread.
    ///
    /// @param target in the flat address space
    /// @param source in the flat address space
    public void set(int lane, long target, long source, long size) {
        targets[lane] = target;
        sources[lane] = source;
        bytes[lane] = size;
        ranks[lane] = OWN;
    }

    /// Sets the CTAs of the cluster whose shared memory a lane writes.
    ///
    /// @param mask bit r for rank r, or [#OWN]
    public void setRanks(int lane, int mask) {
        ranks[lane] = mask;
    }

    public Effect effect() {
        return effect;
    }

    /// The first address that a lane writes, in the flat address space.
    public long target(int lane) {
        return targets[lane];
    }

    /// The CTAs of the cluster whose shared memory a lane writes: bit r for rank r, or [#OWN].
    public int ranks(int lane) {
        return ranks[lane];
    }

    /// The lanes of a set that write the shared memory of a CTA.
    ///
    /// @param rank of the CTA
    /// @param own rank of the CTA of the lanes, to which copies to global memory belong, too
    public int lanesTo(int rank, int own, int lanes) {
        int found = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            boolean isTarget = ranks[lane] == OWN ? rank == own : (ranks[lane] >>> rank & 1) != 0;
            found |= (isTarget ? 1 : 0) << lane;
        }
        return found;
    }

    /// The first address that a lane reads, in the flat address space.
    public long source(int lane) {
        return sources[lane];
    }

    /// Bytes that a lane copies: a multiple of 16, unless the copy faults.
    public long bytes(int lane) {
        return bytes[lane];
    }
}
