package org.offloadtck.emulation.api;

import java.util.Optional;

/// The session of one client process: its contexts, modules and memory.
public interface DriverSession extends AutoCloseable {

    /// Attaches a thread of the process.
    DriverThread attach();

    /// Waits for the next call of a function of the program. One thread of the client calls it, and
    /// makes the call before it calls it again; the driver calls functions on this thread in the
    /// order of the streams.
    ///
    /// @return empty if the session ends
    Optional<HostCall.Due> nextHostCall();

    /// End of the memory in use.
    ArenaTop arenaTop();

    /// The process accesses memory of a device by its address and gets SIGSEGV.
    void accessed(DeviceMemoryAccess access);

    /// The process has ended without its exit handlers: by a signal, `abort` or `_exit`. Called
    /// before [#close], if at all.
    void died();

    /// Frees what the process holds. Running kernels are interrupted; they and the calls of all
    /// threads have ended when this method returns. A later call returns
    /// [DriverResult#DEINITIALIZED]. Called once, by any thread.
    @Override
    void close();
}
