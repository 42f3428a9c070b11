package org.offloadtck.emulation.server;

import org.offloadtck.emulation.api.Client;

/// A client process while it is connected, by the library it uses.
sealed interface ServedProcess extends AutoCloseable permits DriverProcess, RuntimeProcess {

    Client client();

    /// The connections of its threads.
    ThreadConnections threads();

    /// What it shares with the server.
    SessionMemory memory();

    /// Ends its calls and frees what it held.
    @Override
    void close();
}
