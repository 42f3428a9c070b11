package org.offloadtck.emulation.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/// The reply to a [DriverCall].
///
/// @param result the function's return value
/// @param outputs its outputs that are not buffers, in the order of [DriverFunction#parameters()];
///   all of them after success, none otherwise. The client drops those whose pointer is null
/// @param buffers its outputs that are buffers, likewise; text without its NUL. The logs of
///   `cuModuleLoadDataEx` and of the linker are present after failure too
/// @param output of device code, for the standard output of the client: its bytes, as characters 0
///   to 255
/// @param diagnostics whole lines for the standard error of the client
public record DriverReply(
        DriverResult result,
        List<Long> outputs,
        List<byte[]> buffers,
        String output,
        String diagnostics) {

    public DriverReply {
        outputs = List.copyOf(outputs);
        buffers = List.copyOf(buffers);
    }

    /// A reply with a result only.
    public static DriverReply of(DriverResult result) {
        return new DriverReply(result, List.of(), List.of(), "", "");
    }

    /// A successful reply with outputs.
    public static DriverReply success(Long... outputs) {
        return new DriverReply(DriverResult.SUCCESS, Arrays.asList(outputs), List.of(), "", "");
    }

    /// A copy with output buffers.
    public DriverReply withBuffers(byte[]... buffers) {
        return new DriverReply(result, outputs, Arrays.asList(buffers), output, diagnostics);
    }

    /// A copy with `text` as its only output buffer.
    public DriverReply withText(String text) {
        return withBuffers(text.getBytes(UTF_8));
    }

    /// A copy with more output and diagnostics.
    public DriverReply printing(String output, String diagnostics) {
        return new DriverReply(
                result, outputs, buffers, this.output + output, this.diagnostics + diagnostics);
    }
}
