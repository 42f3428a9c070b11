package org.offloadtck.engine.memory;

import java.util.Arrays;

/// The ranges that lanes of a warp copy by one instruction. One object is reused for many
/// instructions.
public final class BulkTransfer {

    /// Lanes of a warp (PTX ISA §10, `WARP_SZ`).
    private static final int LANES = 32;

    private final long[] targets = new long[LANES];
    private final long[] sources = new long[LANES];
    private final long[] bytes = new long[LANES];
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

    /// Sets the ranges of a lane.
    ///
    /// @param target in the flat address space
    /// @param source in the flat address space
    public void set(int lane, long target, long source, long size) {
        targets[lane] = target;
        sources[lane] = source;
        bytes[lane] = size;
    }

    public Effect effect() {
        return effect;
    }

    /// The first address that a lane writes, in the flat address space.
    public long target(int lane) {
        return targets[lane];
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
