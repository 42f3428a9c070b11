package org.offloadtck.engine.bytecode.runtime;

/// How often code gave up of late, so that it is seldom tried where it always does.
public final class RetryBackoff {

    /// From so many on, code is not tried for a while.
    private static final int MANY = 64;

    /// How many times it is then not tried, for each time it gives up.
    private static final int WEIGHT = 8;

    private final byte[] counts;

    /// @param instructions of the image
    public RetryBackoff(int instructions) {
        counts = new byte[instructions];
    }

    /// Whether the code at a program counter is to be tried.
    public boolean shouldTry(int pc) {
        if (counts[pc] < MANY) {
            return true;
        }
        counts[pc]--;
        return false;
    }

    /// Notes that it has given up.
    public void recordFailure(int pc) {
        counts[pc] = (byte) Math.min(MANY + WEIGHT - 1, counts[pc] + WEIGHT);
    }
}
