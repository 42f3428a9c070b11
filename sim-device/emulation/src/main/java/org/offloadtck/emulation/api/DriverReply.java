package org.offloadtck.emulation.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/// The answer to a [DriverCall].
///
/// @param result the function's return value
/// @param outputs its outputs that are no buffers, in the order of [DriverFunction#parameters()];
///   all of them after success, none otherwise. The client leaves out those whose pointer is null
/// @param buffers its outputs that are buffers, likewise; text without its NUL. The logs of
///   `cuModuleLoadDataEx` come after failure too
/// @param output what device code printed, for the client's standard output
/// @param diagnostics whole lines for the client's standard error
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

    /// A result and nothing else.
    public static DriverReply of(DriverResult result) {
        return new DriverReply(result, List.of(), List.of(), "", "");
    }

    /// Success with these numbers.
    public static DriverReply success(Long... outputs) {
        return new DriverReply(DriverResult.SUCCESS, Arrays.asList(outputs), List.of(), "", "");
    }

    /// The same with these buffers as well.
    public DriverReply withBuffers(byte[]... buffers) {
        return new DriverReply(result, outputs, Arrays.asList(buffers), output, diagnostics);
    }

    /// The same with `text` as its only buffer.
    public DriverReply withText(String text) {
        return withBuffers(text.getBytes(UTF_8));
    }

    /// The same with more to print.
    public DriverReply printing(String output, String diagnostics) {
        return new DriverReply(
                result, outputs, buffers, this.output + output, this.diagnostics + diagnostics);
    }
}
