package org.offloadtck.reports.site;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.offloadtck.conformance.result.Evidence.ArtifactExcerpt;

/// Bytes as lines of sixteen, with their characters.
public final class HexDump {

    private static final int BYTES_PER_LINE = 16;

    private HexDump() {}

    /// A line of a dump.
    ///
    /// @param offset of its first byte, as eight hexadecimal digits
    public record Line(String offset, String bytes) {}

    public static List<Line> of(ArtifactExcerpt excerpt) {
        var bytes = HexFormat.of().parseHex(excerpt.hex());
        var lines = new ArrayList<Line>();
        for (int from = 0; from < bytes.length; from += BYTES_PER_LINE) {
            var hex = new StringBuilder();
            var characters = new StringBuilder();
            for (int i = from; i < Math.min(from + BYTES_PER_LINE, bytes.length); i++) {
                hex.append(HexFormat.of().toHexDigits(bytes[i])).append(' ');
                characters.append(bytes[i] >= ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '.');
            }
            lines.add(
                    new Line(
                            "%08x".formatted(excerpt.offset() + from),
                            "%-48s  %s".formatted(hex, characters)));
        }
        return lines;
    }
}
