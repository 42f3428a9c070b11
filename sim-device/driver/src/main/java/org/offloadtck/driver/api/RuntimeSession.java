package org.offloadtck.driver.api;

/// One process that uses `libomptarget.so`: its libraries, its devices and what it has on them.
public interface RuntimeSession extends AutoCloseable {

    /// Carries out a call of one of the process's threads; calls of others wait meanwhile.
    ///
    /// @param memory the process's, for the length of the call
    /// @throws ClientGoneException when the session ends meanwhile
    RuntimeReply call(RuntimeRequest request, ClientMemory memory);

    /// Frees what the process held. Calls that run are interrupted and have ended when this
    /// returns. Called once, by any thread.
    @Override
    void close();
}
