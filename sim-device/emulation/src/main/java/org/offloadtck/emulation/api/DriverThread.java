package org.offloadtck.emulation.api;

/// One thread of a client process; the current context is its own.
public interface DriverThread extends AutoCloseable {

    /// Carries out a call. At most one at a time; a call that waits does not hold up those of other
    /// threads.
    ///
    /// Where host memory takes part in a copy the client moves the bytes: the call waits for the
    /// stream's earlier work, checks the range of device memory, and answers. Where both ends are
    /// below [DriverSession#arenaTop()] the call moves them. So for the functions that name either
    /// end (`cuMemcpy`, `cuMemcpyAsync`, `cuMemcpy2D…`); `…HtoD` and `…DtoH` are always the
    /// client's, `…DtoD` and `…Peer` always the call's.
    DriverReply call(DriverCall call);

    /// The thread has ended. Called once, after the last call, perhaps after the session's end.
    @Override
    void close();
}
