package org.offloadtck.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// PTX the driver compiles.
///
/// @param ptx the text
record CudaImage(String ptx) {

    static final String TRIPLE = "nvptx64-nvidia-cuda";

    private static final Pattern SM = Pattern.compile("sm_(\\d+)");

    private static final Pattern PARAMETER = Pattern.compile("\\.param\\b");

    /// Whether the driver of a `device` can compile PTX for `image`: the same architecture or an
    /// older one, as PTX ISA, 1.1 promises.
    static boolean isFor(TargetId image, TargetId device) {
        var wanted = SM.matcher(image.arch());
        var offered = SM.matcher(device.arch());
        return image.triple().equals(TRIPLE)
                && wanted.matches()
                && offered.matches()
                && Integer.parseInt(wanted.group(1)) <= Integer.parseInt(offered.group(1));
    }

    /// Takes the PTX out of a device container; PTX text is taken as it is.
    static CudaImage of(CudaCall call, ProgramImage image) {
        var bytes = image.bytes().toArray(ValueLayout.JAVA_BYTE);
        if (bytes.length > 0 && bytes[0] != 0x7F) {
            return new CudaImage(new String(bytes, UTF_8));
        }
        try {
            return new CudaImage(DeviceContainer.parse(image.source(), bytes).ptx());
        } catch (MalformedObjectException fault) {
            throw call.failed(DeviceError.INVALID_BINARY, fault.getMessage(), fault);
        }
    }

    /// The text as the driver takes it: with a NUL at the end.
    byte[] bytes() {
        return (ptx + "\0").getBytes(UTF_8);
    }

    /// How many parameters the entry called `name` declares; the driver API has no call for it that
    /// JCuda 12.6 binds, and reads past the end of an argument list that is too short.
    OptionalInt parameterCount(String name) {
        // PTX ISA, 11.1.1: an entry's name and, in parentheses, its parameters
        var header = "\\.entry\\s+" + Pattern.quote(name) + "(?![\\w$%])\\s*(?:\\(([^)]*)\\))?";
        var entry = Pattern.compile(header).matcher(ptx);
        if (!entry.find()) {
            return OptionalInt.empty();
        }
        var parameters = entry.group(1);
        return OptionalInt.of(
                parameters == null ? 0 : (int) PARAMETER.matcher(parameters).results().count());
    }
}
