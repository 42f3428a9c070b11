package org.offloadtck.calibration.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;

/// The measurements of a device, and their file: lines `# key: value` with device, driver, clocks
/// and date, then a CSV table.
///
/// @param device name of the product
/// @param driver with its version
/// @param clocks what [ClockStability#text] says
/// @param date `2026-11-21`
public record DeviceMeasurements(
        String device, String driver, String clocks, String date, List<MeasuredPoint> points) {

    private static final String HEADER = "experiment,size,timekeeper,value,deviation,launches,unit";
    private static final String COMMENT = "# ";
    private static final int COLUMNS = 7;

    /// Prefix of the device names of the emulated driver.
    private static final String SIMULATED = "Simulated ";

    public DeviceMeasurements {
        points = List.copyOf(points);
    }

    /// Whether the name is that of a device of the emulated driver, whose times are not those of
    /// hardware.
    public static boolean isSimulated(String device) {
        return device.startsWith(SIMULATED);
    }

    public String text() {
        var lines =
                Stream.of(
                        COMMENT + "device: " + device,
                        COMMENT + "driver: " + driver,
                        COMMENT + "clocks: " + clocks,
                        COMMENT + "date: " + date,
                        HEADER);
        return Stream.concat(lines, points.stream().map(DeviceMeasurements::row))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private static String row(MeasuredPoint point) {
        return String.join(
                ",",
                point.experiment(),
                Integer.toString(point.size()),
                point.timeSource().name().toLowerCase(Locale.ROOT),
                Long.toString(point.sample().median()),
                Long.toString(point.sample().deviation()),
                Integer.toString(point.sample().count()),
                point.timeSource().unit());
    }

    /// Parses the result of [#text].
    ///
    /// @throws UnusableMeasurementsException if the text has another form
    public static DeviceMeasurements parse(String source, String text) {
        var lines = text.lines().toList();
        if (!lines.contains(HEADER)) {
            throw new UnusableMeasurementsException(
                    "%s: no line is '%s' when one should be".formatted(source, HEADER));
        }
        int header = lines.indexOf(HEADER);
        var points = new ArrayList<MeasuredPoint>();
        for (int i = header + 1; i < lines.size(); i++) {
            points.add(point("%s:%d".formatted(source, i + 1), lines.get(i)));
        }
        if (points.isEmpty()) {
            throw new UnusableMeasurementsException(
                    "%s:%d: no row is after this when one should be".formatted(source, header + 1));
        }
        return new DeviceMeasurements(
                value(lines, "device"),
                value(lines, "driver"),
                value(lines, "clocks"),
                value(lines, "date"),
                points);
    }

    private static MeasuredPoint point(String where, String line) {
        var cells = line.split(",", -1);
        try {
            if (cells.length == COLUMNS) {
                var source = TimeSource.valueOf(cells[2].toUpperCase(Locale.ROOT));
                var point =
                        new MeasuredPoint(
                                cells[0], Integer.parseInt(cells[1]), source, sample(cells));
                if (row(point).equals(line)) {
                    return point;
                }
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        throw new UnusableMeasurementsException(
                "%s: '%s' is not a row of %s".formatted(where, line, HEADER));
    }

    private static Sample sample(String[] cells) {
        return new Sample(
                Long.parseLong(cells[3]), Long.parseLong(cells[4]), Integer.parseInt(cells[5]));
    }

    private static String value(List<String> lines, String key) {
        String start = COMMENT + key + ": ";
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .findFirst()
                .orElse("unknown");
    }
}
