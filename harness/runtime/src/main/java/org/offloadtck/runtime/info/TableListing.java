package org.offloadtck.runtime.info;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.object.profile.runtime.InfoFormat;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.trace.MapCount;

/// The lines that libomptarget prints for the host-to-device table of a device.
///
/// @param text of the device
/// @see "LLVM 22, offload/libomptarget/OpenMP/Mapping.cpp, dumpTargetPointerMappings"
record TableListing(InfoWriter text) {

    /// @param place of the construct after which the table is printed
    /// @param rows by host address
    List<String> lines(SourceLocation place, List<Mapping> rows) {
        if (rows.isEmpty()) {
            return empty(text.format());
        }
        var lines = new ArrayList<String>();
        lines.add(
                text.line(
                        "OpenMP Host-Device pointer mappings after block at %s:%d:%d:"
                                .formatted(place.fileName(), place.line(), place.column())));
        lines.add(
                text.line(
                        "%-18s %-18s %s %s %s %s"
                                .formatted(
                                        "Host Ptr",
                                        "Target Ptr",
                                        "Size (B)",
                                        "DynRefCount",
                                        "HoldRefCount",
                                        "Declaration")));
        rows.forEach(row -> lines.add(line(row)));
        return lines;
    }

    private List<String> empty(InfoFormat format) {
        return switch (format) {
            case CUDA_PLUGIN, PLUGIN_INTERFACE -> List.of();
            case FUNCTION_NAMES, LAUNCH_EXTENTS ->
                    List.of(text.line("OpenMP Host-Device pointer mappings table empty"));
        };
    }

    private String line(Mapping row) {
        SourceLocation declaration = row.variable().declaration();
        return text.line(
                "%s %s %-8d %-11s %-12s %s at %s:%d:%d"
                        .formatted(
                                InfoWriter.address(row.begin()),
                                InfoWriter.address(row.device().address().orElse(0)),
                                row.size(),
                                count(row.counts().dynamic()),
                                count(row.counts().hold()),
                                row.variable(),
                                declaration.fileName(),
                                declaration.line(),
                                declaration.column()));
    }

    private static String count(long value) {
        return value == MapCount.INFINITE ? "INF" : Long.toString(value);
    }
}
