package org.offloadtck.engine.sampling;

/// The texels that one fetch of one lane reads, with their weights. One object is reused for many
/// fetches.
final class TexelTaps {

    /// Two levels of detail with eight texels each.
    static final int MOST = 16;

    /// The address of what is outside of a texture: the border.
    static final long OUTSIDE = 0;

    private final long[] addresses = new long[MOST];
    private final double[] weights = new double[MOST];
    private int count;

    void clear() {
        count = 0;
    }

    void add(long address, double weight) {
        addresses[count] = address;
        weights[count] = weight;
        count++;
    }

    int count() {
        return count;
    }

    long address(int tap) {
        return addresses[tap];
    }

    double weight(int tap) {
        return weights[tap];
    }
}
