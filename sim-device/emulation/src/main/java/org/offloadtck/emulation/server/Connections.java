package org.offloadtck.emulation.server;

import java.io.IOException;
import java.nio.channels.Channel;

/// Ending connections.
final class Connections {

    private Connections() {}

    /// Closes one whose other end may be gone already, which closes it as well.
    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException _) {
            // A descriptor is given back even when the kernel reports what was left unsent.
        }
    }
}
