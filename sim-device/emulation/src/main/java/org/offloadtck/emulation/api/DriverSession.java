package org.offloadtck.emulation.api;

/// The session of one client process: its contexts, modules and memory.
public interface DriverSession extends AutoCloseable {

    /// Attaches a thread of the process.
    DriverThread attach();

    /// End of the memory in use, in bytes from the start of the segment. It never decreases. After
    /// each call the client maps the memory below it.
    long arenaTop();

    /// Frees what the process holds. Running kernels are interrupted; they and the calls of all
    /// threads have ended when this method returns. A later call returns
    /// [DriverResult#DEINITIALIZED]. Called once, by any thread.
    @Override
    void close();
}
