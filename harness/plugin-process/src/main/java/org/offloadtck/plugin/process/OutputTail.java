package org.offloadtck.plugin.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/// The end of what a process prints, read on a thread so that the process never waits for it.
final class OutputTail {

    /// Bytes that are kept. What a driver or the JVM states of a crash is shorter.
    private static final int KEPT = 16 << 10;

    private final Deque<byte[]> blocks = new ArrayDeque<>();
    private int bytes;

    OutputTail(InputStream output) {
        Thread.ofVirtual().name("output of a plugin").start(() -> drain(output));
    }

    private void drain(InputStream output) {
        var block = new byte[KEPT / 4];
        try (output) {
            for (int n = output.read(block); n >= 0; n = output.read(block)) {
                add(java.util.Arrays.copyOf(block, n));
            }
        } catch (IOException _) {
            // The process is gone, and what it printed has been read.
        }
    }

    private synchronized void add(byte[] block) {
        blocks.add(block);
        bytes += block.length;
        while (bytes - blocks.getFirst().length >= KEPT) {
            bytes -= blocks.removeFirst().length;
        }
    }

    /// What was printed last.
    synchronized String text() {
        var text = new byte[bytes];
        int at = 0;
        for (var block : blocks) {
            System.arraycopy(block, 0, text, at, block.length);
            at += block.length;
        }
        return new String(text, UTF_8);
    }
}
