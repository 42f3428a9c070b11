package org.offloadtck.emulation.server;

import org.offloadtck.emulation.api.DeviceMemoryAccess;

/// A client process while it is connected, as its [ClientService] serves it.
public interface ClientSession extends AutoCloseable {

    /// Attaches a thread of the process.
    ///
    /// @param frames the thread's connection
    ClientThread attach(FrameChannel frames);

    /// The process accesses memory of a device by its address and gets SIGSEGV.
    void accessed(DeviceMemoryAccess access);

    /// The process has ended without its exit handlers: by a signal, `abort` or `_exit`. Called
    /// before [#close], if at all.
    void died();

    /// Frees what the process holds. Interrupts running calls and returns when they have ended. The
    /// server calls it once.
    @Override
    void close();
}
