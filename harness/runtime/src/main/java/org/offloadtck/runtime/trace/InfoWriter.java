package org.offloadtck.runtime.trace;

/// Formats events as the lines that libomptarget prints if `LIBOMPTARGET_INFO` requests existing
/// mappings, changed mappings and transfers.
///
/// @param prefix the begin of the release's messages: `Libomptarget`, `omptarget`
/// @param device number of the device
/// @see "LLVM 16, openmp/libomptarget/src/device.cpp"
public record InfoWriter(String prefix, int device) {

    /// `event` as one line without its line end.
    public String line(MapEvent event) {
        return "%s device %d info: %s".formatted(prefix, device, words(event));
    }

    private static String words(MapEvent event) {
        return switch (event) {
            case MapEvent.Created(long base, var range, var dynamic, var hold) ->
                    "Creating new map entry with HstPtrBase=%s, %s, DynRefCount=%s, HoldRefCount=%s, Name=%s"
                            .formatted(address(base), row(range), dynamic, hold, range.name());
            case MapEvent.Found(var range, var dynamic, var hold) ->
                    "Mapping exists with %s, DynRefCount=%s, HoldRefCount=%s, Name=%s"
                            .formatted(row(range), dynamic, hold, range.name());
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

    private static String row(MapRange range) {
        return "HstPtrBegin=%s, TgtPtrBegin=%s, Size=%d"
                .formatted(address(range.host()), address(range.device()), range.size());
    }

    private static String address(long address) {
        return "0x%016x".formatted(address);
    }
}
