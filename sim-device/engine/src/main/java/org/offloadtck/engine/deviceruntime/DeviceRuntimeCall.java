package org.offloadtck.engine.deviceruntime;

import org.offloadtck.engine.program.LoadedProgram;

/// A call of the device runtime by one thread.
public interface DeviceRuntimeCall {

    /// The program of the grid.
    LoadedProgram program();

    /// A number that identifies the thread in its grid.
    long thread();

    /// An argument of 1, 2, 4 or 8 bytes, zero-extended.
    long argument(int index);

    /// A 32-bit word of an argument that is a structure.
    int word(int index, int word);

    /// Writes memory of the thread.
    ///
    /// @param size 1, 2, 4 or 8 bytes
    void store(long address, int size, long value);

    /// Bytes of local memory in the current frames of the thread, from the start of the window.
    long localBytes();

    /// Bytes of shared memory of the CTA.
    long sharedBytes();
}
