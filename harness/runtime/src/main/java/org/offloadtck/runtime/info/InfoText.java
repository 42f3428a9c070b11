package org.offloadtck.runtime.info;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lines of `LIBOMPTARGET_INFO` in a program's standard error, without what differs from run to
/// run.
///
/// An address is `0x…`. The name of a transfer from memory of the runtime is `…`: libomptarget
/// prints the name of the row that is next to the buffer.
///
/// @see "LLVM 22, offload/libomptarget/OpenMP/Mapping.cpp, printCopyInfo: lookupMapping of a buffer
///   that no row holds"
public final class InfoText {

    private static final Pattern LINE = Pattern.compile(".*? device \\d{1,9} info: .*");
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]{16}");
    private static final Pattern ROW =
            Pattern.compile(
                    "(?:Creating new map entry .*, HstPtrBegin=|info: )0x(?<host>[0-9a-f]{16})"
                            + "(?:,.* Size=| 0x[0-9a-f]{16} )(?<size>\\d{1,18}).*");
    private static final Pattern TO_DEVICE =
            Pattern.compile(
                    "(.*Copying data from host to device, HstPtr=0x(?<host>[0-9a-f]{16}),.*, Name=).*");

    private final List<Range> rows = new ArrayList<>();

    /// A range of host memory that a row maps.
    private record Range(long begin, long size) {
        private boolean holds(long host) {
            return Long.compareUnsigned(host - begin, size) < 0;
        }
    }

    private InfoText() {}

    /// The lines in `errors`.
    public static List<String> lines(String errors) {
        List<String> lines = errors.lines().filter(LINE.asMatchPredicate()).toList();
        var text = new InfoText();
        lines.forEach(text::read);
        return lines.stream().map(text::masked).toList();
    }

    private void read(String line) {
        Matcher row = ROW.matcher(line);
        if (row.find()) {
            rows.add(new Range(address(row), Long.parseLong(row.group("size"))));
        }
    }

    private String masked(String line) {
        Matcher copy = TO_DEVICE.matcher(line);
        boolean isOfRuntime =
                copy.matches() && rows.stream().noneMatch(row -> row.holds(address(copy)));
        return ADDRESS.matcher(isOfRuntime ? copy.group(1) + "…" : line).replaceAll("0x…");
    }

    private static long address(Matcher text) {
        return Long.parseUnsignedLong(text.group("host"), 16);
    }
}
