package org.offloadtck.emulation.fallback;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;

/// The PTX that GCC embeds in a file: string constants, one for each object of the device, which no
/// section or symbol for the linker marks. A constructor of the file passes them to libgomp (GCC
/// 12, `gcc/config/nvptx/mkoffload.cc`, `process`).
final class GccImage {

    static final String MODEL = "libgomp";

    private static final String REGISTRATION = "GOMP_offload_register_ver";

    /// The first line of each constant: GCC 12, `gcc/config/nvptx/nvptx.cc`, `nvptx_file_start`.
    private static final String PREAMBLE = "// BEGIN PREAMBLE\n";

    private static final Pattern TARGET = Pattern.compile("\\.target\\s+sm_(\\d{2,3})");

    private GccImage() {}

    /// The image of a file, for the latest architecture of its parts; none if it registers none.
    static Stream<CarriedImage> of(String owner, byte[] content) {
        return registers(owner, content)
                ? architecture(content).stream().mapToObj(GccImage::image)
                : Stream.empty();
    }

    private static boolean registers(String owner, byte[] content) {
        try {
            return ElfObject.parse(owner, content).dynamicSymbols().stream()
                    .anyMatch(symbol -> symbol.name().equals(REGISTRATION));
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    private static OptionalInt architecture(byte[] content) {
        var text = new String(content, ISO_8859_1);
        var latest = OptionalInt.empty();
        for (int at = text.indexOf(PREAMBLE); at >= 0; at = text.indexOf(PREAMBLE, at + 1)) {
            var target = TARGET.matcher(text).region(at, endOfText(text, at));
            if (target.find()) {
                int sm = Integer.parseInt(target.group(1));
                latest = OptionalInt.of(Math.max(sm, latest.orElse(0)));
            }
        }
        return latest;
    }

    private static int endOfText(String text, int start) {
        int end = text.indexOf('\0', start);
        return end < 0 ? text.length() : end;
    }

    private static CarriedImage image(int sm) {
        return new CarriedImage(
                "nvptx-none",
                Optional.of(CarriedImage.architecture("sm_" + sm)),
                MODEL,
                CarriedImage.Form.PTX);
    }
}
