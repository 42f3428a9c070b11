package org.offloadtck.runtime.info;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.MapCount;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;

/// Reads the events from a runtime's standard error. Other lines, such as those of the program, are
/// skipped.
///
/// @see "LLVM 16, openmp/libomptarget/src/device.cpp; LLVM 19,
///   offload/libomptarget/OpenMP/Mapping.cpp and device.cpp: TgtAllocBegin is new, and
///   offload/plugins-nextgen/common/src/PluginInterface.cpp prints the launch environment"
public final class InfoReader {

    private static final Pattern INFO =
            Pattern.compile(
                    ".*?(?:Libomptarget|omptarget|\"PluginInterface\") device (\\d{1,9}) info:"
                            + " (.*)");

    private static final Map<String, CountChange> CHANGES =
            Stream.of(CountChange.values())
                    .collect(Collectors.toUnmodifiableMap(CountChange::words, change -> change));

    private static final String CHANGE =
            CHANGES.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));

    private static final String COUNTS =
            ", DynRefCount=(?<dynamic>INF|N)(?<dynamicChange>%1$s), HoldRefCount=(?<hold>INF|N)(?<holdChange>%1$s)"
                    .formatted(CHANGE);

    /// The form of a line.
    private enum Form {
        CREATED(
                "Creating",
                "Creating new map entry with HstPtrBase=(?<base>H), HstPtrBegin=(?<host>H)(?:,"
                        + " TgtAllocBegin=(?<allocation>H))?, TgtPtrBegin=(?<device>H), Size=(?<size>N)"
                        + COUNTS
                        + "(?:, Name=(?<name>.*))"),
        FOUND(
                "Mapping exists",
                "Mapping exists(?<origin> \\(implicit\\))? with HstPtrBegin=(?<host>H),"
                        + " TgtPtrBegin=(?<device>H), Size=(?<size>N)"
                        + COUNTS
                        + "(?:, Name=(?<name>.*))?"),
        REMOVED(
                "Removing",
                "Removing map entry with HstPtrBegin=(?<host>H), TgtPtrBegin=(?<device>H),"
                        + " Size=(?<size>N), Name=(?<name>.*)"),
        TO_DEVICE(
                "Copying data from host to device",
                "Copying data from host to device, HstPtr=(?<host>H), TgtPtr=(?<device>H),"
                        + " Size=(?<size>N), Name=(?<name>.*)"),
        FROM_DEVICE(
                "Copying data from device to host",
                "Copying data from device to host, TgtPtr=(?<device>H), HstPtr=(?<host>H),"
                        + " Size=(?<size>N), Name=(?<name>.*)");

        private final String begin;
        private final Pattern pattern;

        Form(String begin, String pattern) {
            this.begin = begin;
            this.pattern =
                    Pattern.compile(
                            pattern.replace("H)", "0x[0-9a-f]{1,16})").replace("N)", "\\d{1,18})"));
        }

        private MapEvent event(Matcher text) {
            return switch (this) {
                case CREATED ->
                        new MapEvent.Created(
                                address(text, "base"),
                                address(
                                        text,
                                        text.group("allocation") == null ? "device" : "allocation"),
                                range(text),
                                count(text, "dynamic"),
                                count(text, "hold"));
                case FOUND ->
                        new MapEvent.Found(
                                range(text),
                                count(text, "dynamic"),
                                count(text, "hold"),
                                text.group("origin") == null
                                        ? MapEvent.Origin.EXPLICIT
                                        : MapEvent.Origin.IMPLICIT);
                case REMOVED -> new MapEvent.Removed(range(text));
                case TO_DEVICE -> new MapEvent.CopiedToDevice(range(text));
                case FROM_DEVICE -> new MapEvent.CopiedFromDevice(range(text));
            };
        }
    }

    private final String source;

    /// A reader for one text.
    ///
    /// @param source names the text in diagnostics
    public InfoReader(String source) {
        this.source = source;
    }

    /// The events of each device, by device number, in order.
    ///
    /// @throws MalformedInfoException if a line begins like an event and has another form
    public SortedMap<Integer, List<MapEvent>> read(String errors) {
        var events = new TreeMap<Integer, List<MapEvent>>();
        List<String> lines = errors.lines().toList();
        for (int index = 0; index < lines.size(); index++) {
            Matcher info = INFO.matcher(lines.get(index));
            if (info.matches()) {
                int device = Integer.parseInt(info.group(1));
                for (Form form : Form.values()) {
                    if (info.group(2).startsWith(form.begin)) {
                        events.computeIfAbsent(device, _ -> new ArrayList<>())
                                .add(event(form, index + 1, info.group(2)));
                    }
                }
            }
        }
        return events;
    }

    private MapEvent event(Form form, int line, String text) {
        Matcher parts = form.pattern.matcher(text);
        if (!parts.matches()) {
            throw new MalformedInfoException(source, line, text);
        }
        return form.event(parts);
    }

    private static MapRange range(Matcher text) {
        String name = text.group("name");
        return new MapRange(
                address(text, "host"),
                address(text, "device"),
                Long.parseLong(text.group("size")),
                name == null ? "" : name);
    }

    private static long address(Matcher text, String group) {
        return Long.parseUnsignedLong(text.group(group).substring("0x".length()), 16);
    }

    private static MapCount count(Matcher text, String group) {
        String value = text.group(group);
        return new MapCount(
                value.equals("INF") ? MapCount.INFINITE : Long.parseLong(value),
                Objects.requireNonNull(CHANGES.get(text.group(group + "Change"))));
    }
}
