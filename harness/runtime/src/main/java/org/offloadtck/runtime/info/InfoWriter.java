package org.offloadtck.runtime.info;

import java.util.Optional;
import org.offloadtck.object.profile.runtime.InfoFormat;
import org.offloadtck.plugin.LaunchSize.Dim3;
import org.offloadtck.runtime.trace.LaunchEvent;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;
import org.offloadtck.runtime.trace.RuntimeEvent;
import org.offloadtck.runtime.trace.UnmappedEvent;

/// Formats events as the lines that libomptarget prints for `LIBOMPTARGET_INFO`.
///
/// @param prefix the begin of the release's messages: `Libomptarget`, `omptarget`
/// @param format of the release
/// @param device number of the device
/// @see "LLVM 16, openmp/libomptarget/src/device.cpp; LLVM 22,
///   offload/libomptarget/OpenMP/Mapping.cpp and
///   offload/plugins-nextgen/common/src/PluginInterface.cpp"
public record InfoWriter(String prefix, InfoFormat format, int device) {

    private static final String PLUGIN_INTERFACE = "\"PluginInterface\"";

    /// `event` as one line without its line end; empty if the release does not print it.
    public Optional<String> line(RuntimeEvent event) {
        return switch (event) {
            case MapEvent mapped -> Optional.of(line(component(mapped), words(mapped)));
            case LaunchEvent launch -> Optional.of(line(plugin(), words(launch)));
            case UnmappedEvent unmapped ->
                    switch (format) {
                        case CUDA_PLUGIN, PLUGIN_INTERFACE -> Optional.empty();
                        case FUNCTION_NAMES, LAUNCH_EXTENTS ->
                                Optional.of(line(prefix, words(unmapped)));
                    };
        };
    }

    /// The component that prints `event`.
    private String component(MapEvent event) {
        boolean isOfLaunch =
                event.range().host() == 0
                        && event.range().name().equals(MapRange.LAUNCH_ENVIRONMENT);
        return isOfLaunch ? plugin() : prefix;
    }

    /// A line of libomptarget itself.
    String line(String words) {
        return line(prefix, words);
    }

    private String line(String component, String words) {
        return "%s device %d info: %s".formatted(component, device, words);
    }

    private String plugin() {
        return switch (format) {
            case CUDA_PLUGIN -> "CUDA";
            case PLUGIN_INTERFACE, FUNCTION_NAMES, LAUNCH_EXTENTS -> PLUGIN_INTERFACE;
        };
    }

    private String words(MapEvent event) {
        return switch (event) {
            case MapEvent.Created(long base, long allocation, var range, var dynamic, var hold) ->
                    "Creating new map entry with HstPtrBase=%s, HstPtrBegin=%s%s, TgtPtrBegin=%s, Size=%d, DynRefCount=%s, HoldRefCount=%s, Name=%s"
                            .formatted(
                                    address(base),
                                    address(range.host()),
                                    allocation(allocation),
                                    address(range.device()),
                                    range.size(),
                                    dynamic,
                                    hold,
                                    range.name());
            case MapEvent.Found(var range, var dynamic, var hold, var origin) ->
                    "Mapping exists%s with %s, DynRefCount=%s, HoldRefCount=%s%s"
                            .formatted(
                                    words(origin),
                                    row(range),
                                    dynamic,
                                    hold,
                                    range.name().isEmpty() ? "" : ", Name=" + range.name());
            case MapEvent.Removed(var range) ->
                    "Removing map entry with %s, Name=%s".formatted(row(range), range.name());
            case MapEvent.CopiedToDevice(var range) ->
                    "Copying data from host to device, HstPtr=%s, TgtPtr=%s, Size=%d, Name=%s"
                            .formatted(
                                    address(range.host()),
                                    address(range.device()),
                                    range.size(),
                                    range.name());
            case MapEvent.CopiedFromDevice(var range) ->
                    "Copying data from device to host, TgtPtr=%s, HstPtr=%s, Size=%d, Name=%s"
                            .formatted(
                                    address(range.device()),
                                    address(range.host()),
                                    range.size(),
                                    range.name());
        };
    }

    private String allocation(long begin) {
        return switch (format) {
            case CUDA_PLUGIN, PLUGIN_INTERFACE -> "";
            case FUNCTION_NAMES, LAUNCH_EXTENTS -> ", TgtAllocBegin=" + address(begin);
        };
    }

    private static String words(MapEvent.Origin origin) {
        return switch (origin) {
            case EXPLICIT -> "";
            case IMPLICIT -> " (implicit)";
        };
    }

    private static String words(UnmappedEvent event) {
        return switch (event) {
            case UnmappedEvent.Shared(long host, long size) ->
                    "Return HstPtrBegin %s Size=%d for unified shared memory"
                            .formatted(address(host), size);
            case UnmappedEvent.Missing(var name) ->
                    "variable %s does not have a valid device counterpart".formatted(name);
        };
    }

    private String words(LaunchEvent launch) {
        Dim3 blocks = launch.size().groups();
        Dim3 threads = launch.size().groupSize();
        String shape =
                switch (format) {
                    case CUDA_PLUGIN, PLUGIN_INTERFACE, FUNCTION_NAMES ->
                            "%d blocks and %d threads".formatted(blocks.x(), threads.x());
                    case LAUNCH_EXTENTS ->
                            "%s blocks and %s threads".formatted(extents(blocks), extents(threads));
                };
        return "Launching kernel %s with %s in %s mode"
                .formatted(launch.kernel(), shape, launch.mode());
    }

    private static String extents(Dim3 size) {
        return "[%d,%d,%d]".formatted(size.x(), size.y(), size.z());
    }

    private static String row(MapRange range) {
        return "HstPtrBegin=%s, TgtPtrBegin=%s, Size=%d"
                .formatted(address(range.host()), address(range.device()), range.size());
    }

    /// `address` as libomptarget prints it.
    static String address(long address) {
        return "0x%016x".formatted(address);
    }
}
