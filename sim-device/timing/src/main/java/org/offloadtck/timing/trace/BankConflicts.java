package org.offloadtck.timing.trace;

import java.util.Arrays;

/// How far lanes of a warp get into each other's way: in the banks of shared memory, and at one
/// address of global memory.
///
/// A bank gives one 32-bit word at a time, to all lanes that want it (CUDA C++ Programming Guide
/// 13.0, shared memory of compute capability 5.x and later). Accesses of 64 and 128 bits are taken
/// for half and a quarter of the warp at a time: assumed, no document at hand says so.
final class BankConflicts {

    private static final int BANKS = 32;
    private static final int LANES = 32;

    /// Of each bank, the words wanted so far.
    private final long[] words = new long[BANKS * LANES];

    /// How many lanes want each of them.
    private final int[] lanes = new int[BANKS * LANES];

    /// How many words of each bank are wanted.
    private final int[] wanted = new int[BANKS];

    /// Accesses of all banks that a load or store without conflicts takes.
    ///
    /// @param bytes of each lane
    static int least(int bytes) {
        return Math.max(1, bytes / Integer.BYTES);
    }

    /// Accesses of all banks that a load or store takes.
    ///
    /// @param bytes of each lane
    int ofLoad(long[] addresses, int active, int bytes) {
        int perLane = least(bytes);
        if (perLane == 1) {
            return Math.max(1, ofLanes(addresses, active, 1));
        }
        int together = LANES / perLane;
        int passes = 0;
        for (int from = 0; from < LANES; from += together) {
            int mask = ((1 << together) - 1) << from;
            passes += ofLanes(addresses, active & mask, perLane);
        }
        return Math.max(1, passes);
    }

    private int ofLanes(long[] addresses, int active, int perLane) {
        if (perLane == 1 && isFree(addresses, active)) {
            return active == 0 ? 0 : 1;
        }
        Arrays.fill(wanted, 0);
        int most = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long first = addresses[Integer.numberOfTrailingZeros(rest)] >>> 2;
            for (int w = 0; w < perLane; w++) {
                want(first + w);
                most = Math.max(most, wanted[bank(first + w)]);
            }
        }
        return most;
    }

    /// Whether no bank is asked for two words.
    private boolean isFree(long[] addresses, int active) {
        int banks = 0;
        long before = -1;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long word = addresses[Integer.numberOfTrailingZeros(rest)] >>> 2;
            if (word == before) {
                continue;
            }
            before = word;
            int bank = bank(word);
            if ((banks >>> bank & 1) != 0 && words[bank * LANES] != word) {
                return false;
            }
            banks |= 1 << bank;
            words[bank * LANES] = word;
        }
        return true;
    }

    private static int bank(long word) {
        return (int) word & BANKS - 1;
    }

    /// Adds a word to those wanted.
    ///
    /// @return how many lanes want it now
    private int want(long word) {
        int bank = bank(word);
        int end = bank * LANES + wanted[bank];
        for (int i = bank * LANES; i < end; i++) {
            if (words[i] == word) {
                return ++lanes[i];
            }
        }
        words[end] = word;
        lanes[end] = 1;
        wanted[bank]++;
        return 1;
    }

    /// Accesses that an atomic on shared memory takes: lanes that want the same bank come after one
    /// another.
    int ofSharedAtomic(long[] addresses, int active) {
        Arrays.fill(wanted, 0);
        int most = 1;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int bank = bank(addresses[Integer.numberOfTrailingZeros(rest)] >>> 2);
            most = Math.max(most, ++wanted[bank]);
        }
        return most;
    }

    /// Lanes that want the word that most lanes want.
    int sharing(long[] addresses, int active) {
        Arrays.fill(wanted, 0);
        int most = 1;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long word = addresses[Integer.numberOfTrailingZeros(rest)] >>> 2;
            most = Math.max(most, want(word));
        }
        return most;
    }

    /// How many different words are wanted.
    int different(long[] addresses, int active) {
        Arrays.fill(wanted, 0);
        int count = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long word = addresses[Integer.numberOfTrailingZeros(rest)] >>> 2;
            count += want(word) == 1 ? 1 : 0;
        }
        return count;
    }
}
