package org.offloadtck.engine.thread;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.code.Code;

/// The threads of a CTA that have arrived at one barrier (PTX ISA §9.7.13.1).
///
/// A barrier without a thread count completes when every thread of the CTA that has not exited has
/// arrived. A barrier with a count completes when that many threads have arrived; if all threads of
/// a warp that have not exited have arrived, the warp counts as a whole one, for counts are
/// multiples of the warp size.
public final class BarrierState {

    /// Barriers of a CTA (PTX ISA §9.7.13.1).
    public static final int COUNT = 16;

    private final int[] arrived;
    private final int[] predicates;
    private int expected;

    /// The first warps, of which all threads that have not exited have arrived.
    private int whole;

    BarrierState(int warps) {
        arrived = new int[warps];
        predicates = new int[warps];
    }

    /// Adds lanes of a warp.
    ///
    /// @param expectedThreads thread count of the barrier, 0 for all threads
    /// @param predicate the lanes whose predicate is true; 0 without a reduction
    public void arrive(int warp, int lanes, int expectedThreads, int predicate) {
        arrived[warp] |= lanes;
        predicates[warp] |= predicate & lanes;
        expected = expectedThreads;
    }

    /// Threads that have arrived.
    public int arrivedThreads() {
        return bits(arrived);
    }

    /// Threads that have arrived with a true predicate.
    public int trueThreads() {
        return bits(predicates);
    }

    /// Whether the threads that wait at the barrier can continue.
    public boolean isComplete(List<Warp> warps) {
        if (expected == 0) {
            while (whole < arrived.length && isWhole(warps, whole)) {
                whole++;
            }
            return whole == arrived.length;
        }
        int present = 0;
        for (int w = 0; w < arrived.length; w++) {
            boolean counts = arrived[w] != 0 && isWhole(warps, w);
            present += counts ? Code.LANES : Integer.bitCount(arrived[w]);
        }
        return present >= expected;
    }

    /// Whether all threads of a warp that have not exited have arrived. That remains true until the
    /// barrier is cleared.
    private boolean isWhole(List<Warp> warps, int warp) {
        return (warps.get(warp).live() & ~arrived[warp]) == 0;
    }

    public void clear() {
        whole = 0;
        Arrays.fill(arrived, 0);
        Arrays.fill(predicates, 0);
    }

    private static int bits(int[] masks) {
        int bits = 0;
        for (int mask : masks) {
            bits += Integer.bitCount(mask);
        }
        return bits;
    }
}
