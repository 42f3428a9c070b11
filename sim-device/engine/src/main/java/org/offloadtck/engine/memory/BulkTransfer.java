package org.offloadtck.engine.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The ranges that lanes of a warp copy by one instruction: one for each lane by a bulk copy, many
/// by a copy of a box of a tensor. One object is reused for many instructions.
///
/// The addresses of a destination in shared memory name no rank ([SharedWindow]): the ranks of the
/// CTAs that have it are separate, since a multicast writes the same offsets in several.
public final class BulkTransfer {

    /// The source of a range that is filled with a constant: no address, as elements are aligned.
    public static final long CONSTANT = -1;

    /// The ranks of a destination in global memory or in the shared memory of the thread's CTA.
    public static final int OWN = 0;

    /// Lanes of a warp (PTX ISA §10, `WARP_SZ`).
    private static final int LANES = 32;

    private final int[] first = new int[LANES];
    private final int[] counts = new int[LANES];
    private final int[] ranks = new int[LANES];
    private long[] targets = new long[LANES];
    private long[] sources = new long[LANES];
    private long[] bytes = new long[LANES];
    private int size;
    private Effect effect = Effect.REPLACES;

    /// What becomes of the destination of a transfer.
    public enum Effect {
        REPLACES,
        /// The destination is combined with the source, element by element and atomically.
        REDUCES
    }

    /// Bytes of memory, in the flat address space.
    public record Range(long address, long bytes) {

        public boolean overlaps(Range other) {
            return address < other.address + other.bytes && other.address < address + bytes;
        }
    }

    /// Forgets the ranges.
    public void begin(Effect newEffect) {
        effect = newEffect;
        size = 0;
        Arrays.fill(counts, 0);
    }

    /// Sets the only range of a lane, whose destination is in global memory or in the shared memory
    /// of the CTA of the thread.
    ///
    /// @param target in the flat address space
    /// @param source in the flat address space
    public void set(int lane, long target, long source, long count) {
        beginLane(lane);
        add(lane, target, source, count);
    }

    /// The ranges that are added next are of this lane.
    public void beginLane(int lane) {
        first[lane] = size;
        counts[lane] = 0;
        ranks[lane] = OWN;
    }

    /// Sets the CTAs of the cluster whose shared memory a lane writes.
    ///
    /// @param mask bit r for rank r, or [#OWN]
    public void setRanks(int lane, int mask) {
        ranks[lane] = mask;
    }

    /// Adds a range of the lane that was begun last.
    ///
    /// @param target in the flat address space
    /// @param source in the flat address space, or [#CONSTANT]
    public void add(int lane, long target, long source, long count) {
        if (size == targets.length) {
            targets = Arrays.copyOf(targets, 2 * size);
            sources = Arrays.copyOf(sources, 2 * size);
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        targets[size] = target;
        sources[size] = source;
        bytes[size++] = count;
        counts[lane]++;
    }

    public Effect effect() {
        return effect;
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

    /// Ranges of a lane.
    public int ranges(int lane) {
        return counts[lane];
    }

    /// The first address that a lane writes by a range, in the flat address space.
    public long target(int lane, int range) {
        return targets[first[lane] + range];
    }

    /// The first address that a lane reads by a range, in the flat address space, or [#CONSTANT].
    public long source(int lane, int range) {
        return sources[first[lane] + range];
    }

    /// Bytes that a lane copies by a range.
    public long bytes(int lane, int range) {
        return bytes[first[lane] + range];
    }

    /// What a lane writes: ranges that do not touch each other, in ascending order.
    public List<Range> targets(int lane) {
        return merged(targets, lane);
    }

    /// What a lane reads: ranges that do not touch each other, in ascending order.
    public List<Range> sources(int lane) {
        return merged(sources, lane);
    }

    private List<Range> merged(long[] addresses, int lane) {
        var sorted = new ArrayList<Range>();
        for (int i = first[lane]; i < first[lane] + counts[lane]; i++) {
            if (addresses[i] != CONSTANT && bytes[i] > 0) {
                sorted.add(new Range(addresses[i], bytes[i]));
            }
        }
        sorted.sort(Comparator.comparingLong(Range::address));
        var merged = new ArrayList<Range>();
        for (var range : sorted) {
            long end = range.address() + range.bytes();
            if (!merged.isEmpty()
                    && merged.getLast().address() + merged.getLast().bytes() >= range.address()) {
                var last = merged.removeLast();
                long total = Math.max(last.bytes(), end - last.address());
                merged.add(new Range(last.address(), total));
            } else {
                merged.add(range);
            }
        }
        return merged;
    }
}
