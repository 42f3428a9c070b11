package org.offloadtck.benchmark;

import java.util.Arrays;

/// The inputs of the kernels, from a linear congruential generator (Numerical Recipes §7.1), so
/// that every simulator gets the same inputs.
final class KernelInputs {

    private static final int MULTIPLIER = 1664525;
    private static final int INCREMENT = 1013904223;

    private int state = 12345;

    private int next() {
        state = state * MULTIPLIER + INCREMENT;
        return state;
    }

    /// The next `count` numbers from 0 to 1, 24 bits each.
    float[] floats(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (next() >>> 8) / 0x1p24f;
        }
        return values;
    }

    /// The next `count` numbers from 0 to 255.
    int[] bytes(int count) {
        int[] values = new int[count];
        Arrays.setAll(values, _ -> next() >>> 24);
        return values;
    }
}
