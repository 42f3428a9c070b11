package org.offloadtck.emulation.server;

import java.nio.ByteBuffer;

/// A thread of a client process. The server calls it from one thread at a time.
public interface ClientThread extends AutoCloseable {

    /// Carries out a call.
    ///
    /// @param function the number of the request
    /// @param fields its arguments, to be read to their end
    /// @return the frame of the reply
    /// @throws MalformedFrameException if the request is no call of this service
    /// @throws ClientGoneException if the process ends during the call
    ByteBuffer call(int function, RequestFields fields);

    /// The frame of the reply to a call that failed because of a fault of the server.
    ///
    /// @param notice whole lines for the standard error of the process
    ByteBuffer internalError(String notice);

    /// The thread has ended. Called once, after the last call.
    @Override
    void close();
}
