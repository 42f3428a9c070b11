package org.offloadtck.offload.protocol;

/// The session of one process that uses `libomptarget.so`: its libraries, its devices and its
/// device memory.
public interface RuntimeSession extends AutoCloseable {

    /// Carries out a call of a thread. Calls of other threads wait.
    ///
    /// @param client valid during the call
    /// @throws org.offloadtck.emulation.server.ClientGoneException if the session ends during the
    ///   call
    RuntimeReply call(RuntimeCall request, WaitingClient client);

    /// End of the memory in use, in bytes from the start of the session's segment. It never
    /// decreases. After each call the client maps the memory below it.
    long arenaTop();

    /// The process has ended without its exit handlers: by a signal, `abort` or `_exit`. Called
    /// before [#close], if at all.
    void died();

    /// Frees what the process holds. Running calls are interrupted and have ended when this method
    /// returns. Called once, by any thread.
    @Override
    void close();
}
