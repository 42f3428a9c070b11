package org.offloadtck.simt.bytecode;

/// How often quick code gave up of late, so that it is seldom tried where it always does.
final class Misses {

    /// From so many on, quick code is not tried for a while.
    private static final int MANY = 64;

    /// How many times it is then not tried, for each time it gives up.
    private static final int WEIGHT = 8;

    private final byte[] counts;

    Misses(int instructions) {
        counts = new byte[instructions];
    }

    boolean maySucceed(int pc) {
        if (counts[pc] < MANY) {
            return true;
        }
        counts[pc]--;
        return false;
    }

    void add(int pc) {
        counts[pc] = (byte) Math.min(MANY + WEIGHT - 1, counts[pc] + WEIGHT);
    }
}
