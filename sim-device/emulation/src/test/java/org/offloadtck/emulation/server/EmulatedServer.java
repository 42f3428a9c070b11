package org.offloadtck.emulation.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.offloadtck.emulation.EmulatedDriver;

/// The device server as a process of its own, without the command line; it does not outlive its
/// test by much.
public final class EmulatedServer {

    private static final Duration IDLE = Duration.ofSeconds(10);

    private EmulatedServer() {}

    public static void main(String[] words) throws IOException {
        var server = DeviceServer.listen(Path.of(words[0]), EmulatedDriver.backend(), System.err);
        System.out.println("ready");
        server.serve(IDLE);
    }
}
