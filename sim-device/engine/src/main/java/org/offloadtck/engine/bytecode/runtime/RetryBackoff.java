package org.offloadtck.engine.bytecode.runtime;

/// Counts the recent failures of code at each program counter, so that code that always fails is
/// rarely tried.
public final class RetryBackoff {

    /// From this count on, code is not tried for a while.
    private static final int MANY = 64;

    /// Number of times that code is not tried for each failure.
    private static final int WEIGHT = 8;

    private final byte[] counts;

    /// @param instructions of the image
    public RetryBackoff(int instructions) {
        counts = new byte[instructions];
    }

    /// Whether the code at a program counter should be tried.
    public boolean shouldTry(int pc) {
        if (counts[pc] < MANY) {
            return true;
        }
        counts[pc]--;
        return false;
    }

    /// Records a failure.
    public void recordFailure(int pc) {
        counts[pc] = (byte) Math.min(MANY + WEIGHT - 1, counts[pc] + WEIGHT);
    }
}
