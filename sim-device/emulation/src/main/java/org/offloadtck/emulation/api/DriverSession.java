package org.offloadtck.emulation.api;

/// One client process: its contexts, modules and memory.
public interface DriverSession extends AutoCloseable {

    /// For one more thread of the process.
    DriverThread attach();

    /// End of the memory in use, in bytes from the start of the segment; it never sinks. After each
    /// call the client maps what lies below.
    long arenaTop();

    /// Frees what the process held. Kernels that run are interrupted and have ended when this
    /// returns, and so have the calls of its threads; one that comes later is answered
    /// [DriverResult#DEINITIALIZED]. Called once, by any thread.
    @Override
    void close();
}
