package org.offloadtck.implementation.emulated;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// The report of the emulated driver on a program and its child processes.
///
/// @param launches the number of kernels that ran, by device number
/// @param processes the number of processes that reached the driver
/// @param findings the kind of each defect that a check found
/// @param cycles of all launches; 0 if none was timed
public record EmulatedReport(
        Map<Integer, Long> launches, int processes, List<String> findings, long cycles) {

    /// The report of a driver that no process reached.
    static final EmulatedReport NOTHING = new EmulatedReport(Map.of(), 0, List.of(), 0);

    public EmulatedReport {
        launches = Map.copyOf(launches);
        findings = List.copyOf(findings);
    }

    /// Reads the output of `exec --report`.
    ///
    /// @throws DataException naming the field that cannot be read
    static EmulatedReport read(DataText json) {
        var root = json.json();
        var launches = new TreeMap<Integer, Long>();
        long cycles = 0;
        var processes = root.rows("processes");
        for (var process : processes) {
            for (var kernel : process.rows("kernels")) {
                launches.merge(kernel.integer("device"), kernel.number("launches"), Long::sum);
                cycles += kernel.has("cycles") ? kernel.number("cycles") : 0;
            }
        }
        return new EmulatedReport(
                launches,
                processes.size(),
                root.rows("findings").stream().map(EmulatedReport::kind).toList(),
                cycles);
    }

    private static String kind(Fields finding) {
        return finding.text("kind");
    }

    /// The number of kernels that ran, on all devices.
    public long total() {
        return launches.values().stream().mapToLong(Long::longValue).sum();
    }
}
