package org.offloadtck.simt.execution;

import java.util.Arrays;
import org.offloadtck.simt.memory.Allocation;

/// Arrays in a machine's memory.
record Buffers(Machine machine) {

    Allocation of(int... values) {
        var allocation = machine.allocate("ints", 4L * values.length);
        machine.at(allocation).asIntBuffer().put(values);
        return allocation;
    }

    Allocation of(long... values) {
        var allocation = machine.allocate("longs", 8L * values.length);
        machine.at(allocation).asLongBuffer().put(values);
        return allocation;
    }

    Allocation of(float... values) {
        var allocation = machine.allocate("floats", 4L * values.length);
        machine.at(allocation).asFloatBuffer().put(values);
        return allocation;
    }

    Allocation of(double... values) {
        var allocation = machine.allocate("doubles", 8L * values.length);
        machine.at(allocation).asDoubleBuffer().put(values);
        return allocation;
    }

    Allocation of(short... values) {
        var allocation = machine.allocate("shorts", 2L * values.length);
        machine.at(allocation).asShortBuffer().put(values);
        return allocation;
    }

    Allocation of(byte... values) {
        var allocation = machine.allocate("bytes", values.length);
        machine.at(allocation).put(values);
        return allocation;
    }

    int[] ints(Allocation allocation) {
        return machine.ints(allocation);
    }

    long[] longs(Allocation allocation) {
        long[] values = new long[(int) allocation.size() / Long.BYTES];
        machine.at(allocation).asLongBuffer().get(values);
        return values;
    }

    float[] floats(Allocation allocation) {
        float[] values = new float[(int) allocation.size() / Float.BYTES];
        machine.at(allocation).asFloatBuffer().get(values);
        return values;
    }

    double[] doubles(Allocation allocation) {
        double[] values = new double[(int) allocation.size() / Double.BYTES];
        machine.at(allocation).asDoubleBuffer().get(values);
        return values;
    }

    short[] shorts(Allocation allocation) {
        short[] values = new short[(int) allocation.size() / Short.BYTES];
        machine.at(allocation).asShortBuffer().get(values);
        return values;
    }

    byte[] bytes(Allocation allocation) {
        byte[] values = new byte[(int) allocation.size()];
        machine.at(allocation).get(values);
        return values;
    }

    /// As many numbers, each `value`.
    static float[] filled(int count, float value) {
        float[] values = new float[count];
        Arrays.fill(values, value);
        return values;
    }
}
