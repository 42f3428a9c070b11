package org.offloadtck.emulation.api;

/// One thread of a client process, with a context stack of its own.
public interface DriverThread extends AutoCloseable {

    /// Carries out a call; at most one at a time. A call that waits does not delay other threads.
    ///
    /// If host memory takes part in a copy, the client moves the bytes: the call waits for earlier
    /// work of the stream, checks the range of device memory, and returns. If both ends lie in the
    /// arena of the session, the call moves the bytes. This applies to functions whose ends may be
    /// either (`cuMemcpy`, `cuMemcpyAsync`, `cuMemcpy2D…`). The client always moves the bytes of
    /// `…HtoD` and `…DtoH`; the call always moves those of `…DtoD` and `…Peer`.
    DriverReply call(DriverCall call);

    /// The thread has ended. Called once, after the last call and perhaps after the end of the
    /// session.
    @Override
    void close();
}
