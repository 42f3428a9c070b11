package org.offloadtck.emulation.api;

/// One thread of a client process, with a context stack of its own.
public interface DriverThread extends AutoCloseable {

    /// Carries out a call; at most one at a time. A call that waits does not delay other threads.
    ///
    /// If host memory takes part in a copy, the client moves the bytes: the call waits for earlier
    /// work of the stream, checks the range of device memory, and returns 1 for `moves`. If both
    /// ends lie in the arena of the session, or if the stream is captured, the session moves the
    /// bytes, and `moves` is 0. It always moves those of `…DtoD` and `…Peer`.
    DriverReply call(DriverCall call);

    /// The thread has ended. Called once, after the last call and perhaps after the end of the
    /// session.
    @Override
    void close();
}
