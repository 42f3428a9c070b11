package org.offloadtck.offload.protocol;

/// One process that uses `libomptarget.so`: its libraries, its devices and what it has on them.
public interface RuntimeSession extends AutoCloseable {

    /// Carries out a call of one of the process's threads; calls of others wait meanwhile.
    ///
    /// @param memory the process's, for the length of the call
    /// @throws ClientGoneException when the session ends meanwhile
    RuntimeReply call(RuntimeCall request, ClientMemory memory);

    /// End of the memory in use, in bytes from the start of the segment the session was opened
    /// with; it never sinks. After each call the client maps what lies below.
    long arenaTop();

    /// Frees what the process held. Calls that run are interrupted and have ended when this
    /// returns. Called once, by any thread.
    @Override
    void close();
}
