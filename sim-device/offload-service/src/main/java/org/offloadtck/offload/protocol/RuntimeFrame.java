package org.offloadtck.offload.protocol;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.offloadtck.emulation.api.ArenaTop;
import org.offloadtck.emulation.server.FrameChannel;

/// Encodes the messages of the server to `libomptarget.so`: the reply to a call, or before it a
/// request for memory or a report to the tool. The first number is the message, as in `enum
/// message` of `omptarget/runtime.c`.
public final class RuntimeFrame {

    private static final int DONE = 0;
    private static final int BROKEN = 1;
    private static final int READ = 2;
    private static final int WRITE = 3;
    private static final int TOOL = 4;

    private RuntimeFrame() {}

    /// Encodes a reply: message, result, ends of the session's memory, text for standard output and
    /// standard error.
    public static ByteBuffer of(RuntimeReply reply, ArenaTop top) {
        var output = reply.output().getBytes(ISO_8859_1);
        var diagnostics = reply.diagnostics().getBytes(UTF_8);
        int size = 8 + 8 + 8 + 4 + output.length + 4 + diagnostics.length;
        var frame = frame(message(reply.outcome()), size);
        frame.putLong(reply.result());
        frame.putLong(top.device());
        frame.putLong(top.shared());
        put(frame, output);
        put(frame, diagnostics);
        return frame.flip();
    }

    private static int message(RuntimeReply.Outcome outcome) {
        return switch (outcome) {
            case DONE -> DONE;
            case BROKEN -> BROKEN;
        };
    }

    /// A request for the `size` bytes at `address`.
    static ByteBuffer read(long address, long size) {
        return frame(READ, 8 + 8).putLong(address).putLong(size).flip();
    }

    /// A request to write `source` at `address`.
    static ByteBuffer write(long address, MemorySegment source) {
        var bytes = source.toArray(JAVA_BYTE);
        var frame = frame(WRITE, 8 + 4 + bytes.length).putLong(address);
        put(frame, bytes);
        return frame.flip();
    }

    /// A report to the tool: kind, phase, addresses, devices, bytes and text.
    static ByteBuffer of(ToolReport report) {
        var text = report.text().getBytes(UTF_8);
        var frame = frame(TOOL, 4 + 4 + 8 + 4 + 8 + 4 + 8 + 4 + text.length);
        frame.putInt(report.kind().number()).putInt(report.phase().number());
        put(frame, report.from());
        put(frame, report.to());
        frame.putLong(report.bytes());
        put(frame, text);
        return frame.flip();
    }

    private static void put(ByteBuffer frame, ToolReport.Place place) {
        frame.putLong(place.address()).putInt(place.device());
    }

    /// A frame with a message and space for `size` more bytes.
    private static ByteBuffer frame(int message, int size) {
        int length = Integer.BYTES + size;
        return ByteBuffer.allocate(FrameChannel.HEAD + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .putInt(message);
    }

    private static void put(ByteBuffer frame, byte[] bytes) {
        frame.putInt(bytes.length);
        frame.put(bytes);
    }
}
