package org.offloadtck.engine.sampling;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;

/// The texels that lanes of a warp access by one instruction. The lanes may access several texels
/// each: the first access has the first texel of each lane, and so on. One object is reused for
/// many instructions.
public final class TexelAccess {

    private final long[] addresses = new long[TexelTaps.MOST * Code.LANES];
    private final int[] lanes = new int[TexelTaps.MOST];
    private int bytes;
    private int count;

    /// Forgets the texels.
    ///
    /// @param texelBytes that each lane accesses at a time
    public void begin(int texelBytes) {
        bytes = texelBytes;
        count = 0;
        Arrays.fill(lanes, 0);
    }

    /// Adds a texel of a lane.
    ///
    /// @param access the number of the texel among those of the lane
    public void add(int lane, int access, long address) {
        addresses[access * Code.LANES + lane] = address;
        lanes[access] |= 1 << lane;
        count = Math.max(count, access + 1);
    }

    /// Bytes that each lane accesses at a time.
    public int bytes() {
        return bytes;
    }

    /// Accesses of a lane at most; 0 if all are outside of the texture or surface.
    public int count() {
        return count;
    }

    /// The lanes of an access.
    public int lanes(int access) {
        return lanes[access];
    }

    /// Sets the addresses of an access, by lane, in the flat address space.
    public void addresses(int access, long[] into) {
        System.arraycopy(addresses, access * Code.LANES, into, 0, Code.LANES);
    }
}
