package org.offloadtck.engine.device;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.offloadtck.engine.device.DeviceSpec.Clusters;
import org.offloadtck.engine.device.DeviceSpec.CtaLimits;
import org.offloadtck.engine.device.DeviceSpec.Memory;
import org.offloadtck.engine.device.DeviceSpec.Multiprocessor;

/// `devices.csv`: a row for each quantity, a column for each device, and last where the numbers
/// come from; what is of general knowledge and no document at hand says so with *assumed*.
public final class DeviceTable {

    private static final String RESOURCE = "devices.csv";
    private static final int KIBIBYTE = 1024;

    /// The devices, in the order of the columns.
    static final List<DeviceSpec> SPECS = read();

    private final String device;
    private final Map<String, String> values = new HashMap<>();

    private DeviceTable(String device) {
        this.device = device;
    }

    private static List<DeviceSpec> read() {
        var rows = text().lines().map(line -> line.split(",", -1)).toList();
        var header = rows.getFirst();
        var specs = new ArrayList<DeviceSpec>();
        for (int column = 1; column < header.length - 1; column++) {
            var table = new DeviceTable(header[column]);
            for (var row : rows.subList(1, rows.size())) {
                table.values.put(row[0], row[column]);
            }
            specs.add(table.spec());
        }
        return List.copyOf(specs);
    }

    private static String text() {
        try (var stream = Objects.requireNonNull(DeviceTable.class.getResourceAsStream(RESOURCE))) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DeviceSpec spec() {
        int sm = value("sm");
        return new DeviceSpec(device, sm, multiprocessor(), cta(), clusters(), memory());
    }

    private Multiprocessor multiprocessor() {
        return new Multiprocessor(
                value("multiprocessors"),
                value("clock_kilohertz"),
                value("multiprocessor_threads"),
                value("multiprocessor_ctas"),
                value("multiprocessor_registers"),
                value("multiprocessor_partitions"),
                value("multiprocessor_shared_bytes"),
                sizes("multiprocessor_shared_kibibytes"));
    }

    private CtaLimits cta() {
        return new CtaLimits(
                value("warp_threads"),
                value("cta_threads"),
                value("cta_registers"),
                value("thread_registers"),
                value("register_unit"),
                value("cta_shared_bytes"),
                value("cta_shared_bytes_optin"),
                value("cta_shared_bytes_reserved"),
                value("shared_unit_bytes"));
    }

    private Clusters clusters() {
        return new Clusters(value("cluster_gpcs"), value("cluster_ctas"));
    }

    private Memory memory() {
        return new Memory(
                quantity("memory_bytes"),
                value("memory_clock_kilohertz"),
                value("memory_bus_bits"),
                value("l2_bytes"),
                value("constant_bytes"));
    }

    private int value(String name) {
        return Math.toIntExact(quantity(name));
    }

    private long quantity(String name) {
        return Long.parseLong(cell(name));
    }

    /// A list of sizes in KiB, in bytes.
    private List<Integer> sizes(String name) {
        return Stream.of(cell(name).split(" ", -1))
                .map(size -> Integer.parseInt(size) * KIBIBYTE)
                .toList();
    }

    private String cell(String name) {
        return Objects.requireNonNull(values.get(name), name);
    }
}
