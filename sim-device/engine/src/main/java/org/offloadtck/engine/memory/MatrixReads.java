package org.offloadtck.engine.memory;

/// The units of 16 bytes of shared memory that a warp reads by an instruction on matrices. One
/// object is reused for many instructions.
public final class MatrixReads {

    /// Bytes of a unit.
    public static final int UNIT = 16;

    private long[] addresses = new long[0];
    private int count;

    /// Forgets the units and makes room for others.
    public void begin(int units) {
        count = units;
        if (addresses.length < units) {
            addresses = new long[units];
        }
    }

    public void set(int index, long address) {
        addresses[index] = address;
    }

    /// Units that are read.
    public int count() {
        return count;
    }

    /// The address of a unit, in the flat address space.
    public long address(int index) {
        return addresses[index];
    }
}
