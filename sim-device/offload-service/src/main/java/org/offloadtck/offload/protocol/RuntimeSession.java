package org.offloadtck.offload.protocol;

import org.offloadtck.emulation.api.ArenaTop;
import org.offloadtck.emulation.api.DeviceMemoryAccess;

/// The session of one process that uses `libomptarget.so`: its libraries, its devices and its
/// device memory.
public interface RuntimeSession extends AutoCloseable {

    /// Carries out a call of a thread. Calls of other threads wait.
    ///
    /// @param client valid during the call
    /// @throws org.offloadtck.emulation.server.ClientGoneException if the session ends during the
    ///   call
    RuntimeReply call(RuntimeCall request, WaitingClient client);

    /// End of the memory in use.
    ArenaTop arenaTop();

    /// The process accesses memory of a device by its address and gets SIGSEGV.
    void accessed(DeviceMemoryAccess access);

    /// The process has ended without its exit handlers: by a signal, `abort` or `_exit`. Called
    /// before [#close], if at all.
    void died();

    /// Frees what the process holds. Running calls are interrupted and have ended when this method
    /// returns. Called once, by any thread.
    @Override
    void close();
}
