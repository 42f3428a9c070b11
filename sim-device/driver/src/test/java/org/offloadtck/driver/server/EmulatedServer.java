package org.offloadtck.driver.server;

import org.offloadtck.driver.emulation.EmulatedDriver;

import java.io.IOException;
import java.nio.file.Path;

/// The device server as a process of its own, without the command line.
final class EmulatedServer {

    private EmulatedServer() {}

    public static void main(String[] words) throws IOException {
        DeviceServer.run(Path.of(words[0]), new EmulatedDriver(), System.out, System.err);
        System.exit(0);
    }
}
