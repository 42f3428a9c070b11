package org.offloadtck.driver.server;

import java.io.IOException;
import java.nio.file.Path;

/// A device server with a [FakeDriver] as a process of its own.
final class FakeServer {

    private FakeServer() {}

    public static void main(String[] words) throws IOException {
        DeviceServer.run(Path.of(words[0]), new FakeDriver(), System.out, System.err);
    }
}
