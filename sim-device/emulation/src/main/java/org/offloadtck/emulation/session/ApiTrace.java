package org.offloadtck.emulation.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Iterator;
import java.util.StringJoiner;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverParameter;
import org.offloadtck.emulation.api.DriverParameter.Kind;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;

/// Formats a call and its reply as one line of the API trace: `cuMemAlloc_v2(dptr=->
/// 0x200000000000, bytesize=4096) = CUDA_SUCCESS`. If the call failed, the reason follows in
/// parentheses.
final class ApiTrace {

    /// Longest text that is printed completely, in characters.
    private static final int LONGEST_TEXT = 200;

    private final Iterator<Long> inputs;
    private final Iterator<byte[]> inputBuffers;
    private final Iterator<Long> outputs;
    private final Iterator<byte[]> outputBuffers;

    private ApiTrace(DriverCall call, DriverReply reply) {
        inputs = call.arguments().iterator();
        inputBuffers = call.buffers().iterator();
        outputs = reply.outputs().iterator();
        outputBuffers = reply.buffers().iterator();
    }

    static String line(DriverCall call, DriverReply reply, String reason) {
        var trace = new ApiTrace(call, reply);
        var arguments = new StringJoiner(", ");
        for (var parameter : call.function().parameters()) {
            arguments.add(parameter.name() + "=" + trace.value(parameter));
        }
        return "%s(%s) = %s%s\n"
                .formatted(
                        call.function().symbol(),
                        arguments,
                        reply.result().symbol(),
                        remark(reply.result(), reason));
    }

    private static String remark(DriverResult result, String reason) {
        return result == DriverResult.SUCCESS || reason.isEmpty() ? "" : " (" + reason + ")";
    }

    private String value(DriverParameter parameter) {
        return switch (parameter.direction()) {
            case IN ->
                    parameter.isBuffer()
                            ? buffer(parameter.kind(), inputBuffers.next())
                            : number(parameter.kind(), inputs.next());
            case OUT -> {
                var shown =
                        parameter.isBuffer()
                                ? outputBuffer(parameter.kind())
                                : outputNumber(parameter.kind());
                yield ("-> " + shown).strip();
            }
        };
    }

    /// The next output; empty if the call failed.
    private String outputNumber(Kind kind) {
        return outputs.hasNext() ? number(kind, outputs.next()) : "";
    }

    private String outputBuffer(Kind kind) {
        return outputBuffers.hasNext() ? buffer(kind, outputBuffers.next()) : "";
    }

    /// Formats a number by its kind.
    static String number(Kind kind, long value) {
        return switch (kind) {
            case NUMBER, DEVICE -> Long.toString(value);
            case SIZE -> Long.toUnsignedString(value);
            case FLOAT -> Float.toString(Float.intBitsToFloat((int) value));
            case FLAGS,
                    ADDRESS,
                    HOST,
                    CONTEXT,
                    MODULE,
                    FUNCTION,
                    LIBRARY,
                    KERNEL,
                    STREAM,
                    EVENT,
                    MEMORY,
                    POOL,
                    LINK,
                    GRAPH,
                    NODE,
                    EXEC,
                    OBJECT,
                    ARRAY,
                    MIPMAP,
                    TEXTURE,
                    SURFACE,
                    TEXT,
                    BYTES ->
                    "0x" + Long.toHexString(value);
        };
    }

    private static String buffer(Kind kind, byte[] bytes) {
        if (kind != Kind.TEXT) {
            return "[%d bytes]".formatted(bytes.length);
        }
        var text = new String(bytes, UTF_8).replace("\n", "\\n");
        return text.length() <= LONGEST_TEXT
                ? "\"" + text + "\""
                : "\"%s…\" (%d bytes)".formatted(text.substring(0, LONGEST_TEXT), bytes.length);
    }
}
