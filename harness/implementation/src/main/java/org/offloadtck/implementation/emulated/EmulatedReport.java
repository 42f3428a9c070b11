package org.offloadtck.implementation.emulated;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// What the emulated driver says it did for a program and its children.
///
/// @param launches kernels that ran, by the device's number
/// @param processes that reached the driver
/// @param findings the kind of each thing that was wrong
public record EmulatedReport(Map<Integer, Long> launches, int processes, List<String> findings) {

    /// Nothing reached the driver.
    static final EmulatedReport NOTHING = new EmulatedReport(Map.of(), 0, List.of());

    public EmulatedReport {
        launches = Map.copyOf(launches);
        findings = List.copyOf(findings);
    }

    /// Reads what `exec --report` wrote.
    ///
    /// @throws DataException naming the field that cannot be read
    static EmulatedReport read(DataText json) {
        var root = json.json();
        var launches = new TreeMap<Integer, Long>();
        var processes = root.rows("processes");
        for (var process : processes) {
            for (var kernel : process.rows("kernels")) {
                launches.merge(kernel.integer("device"), kernel.number("launches"), Long::sum);
            }
        }
        return new EmulatedReport(
                launches,
                processes.size(),
                root.rows("findings").stream().map(EmulatedReport::kind).toList());
    }

    private static String kind(Fields finding) {
        return finding.text("kind");
    }

    /// Kernels that ran, on all devices.
    public long total() {
        return launches.values().stream().mapToLong(Long::longValue).sum();
    }
}
