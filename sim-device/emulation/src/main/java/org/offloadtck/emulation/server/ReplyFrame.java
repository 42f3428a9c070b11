package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.offloadtck.emulation.api.ArenaTop;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;

/// Encodes replies: length, result, ends of the session's memory, numbers and buffers with their
/// counts, text for standard output and standard error.
final class ReplyFrame {

    /// Size of the fields that every reply has, in bytes.
    private static final int FIXED = FrameChannel.HEAD + 4 + 8 + 8 + 4 + 4 + 4 + 4;

    private ReplyFrame() {}

    /// Encodes a reply to a driver call.
    ///
    /// @param top of the session's memory
    static ByteBuffer of(DriverReply reply, ArenaTop top) {
        var output = reply.output().getBytes(ISO_8859_1);
        var diagnostics = reply.diagnostics().getBytes(UTF_8);
        long size = FIXED + 8L * reply.outputs().size() + output.length + diagnostics.length;
        for (var buffer : reply.buffers()) {
            size += 4L + buffer.length;
        }
        if (size > FrameChannel.LONGEST) {
            return of(DriverReply.of(DriverResult.OUT_OF_MEMORY), top);
        }
        var frame = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt((int) size - FrameChannel.HEAD);
        frame.putInt(reply.result().value());
        frame.putLong(top.device());
        frame.putLong(top.shared());
        frame.putInt(reply.outputs().size());
        reply.outputs().forEach(frame::putLong);
        frame.putInt(reply.buffers().size());
        reply.buffers().forEach(buffer -> put(frame, buffer));
        put(frame, output);
        put(frame, diagnostics);
        return frame.flip();
    }

    /// Encodes a reply to a request that is not a driver call.
    static ByteBuffer of(DriverResult result, List<Long> numbers, List<String> texts) {
        var buffers = texts.stream().map(text -> text.getBytes(UTF_8)).toList();
        return of(new DriverReply(result, numbers, buffers, "", ""), ArenaTop.NONE);
    }

    private static void put(ByteBuffer frame, byte[] bytes) {
        frame.putInt(bytes.length);
        frame.put(bytes);
    }
}
