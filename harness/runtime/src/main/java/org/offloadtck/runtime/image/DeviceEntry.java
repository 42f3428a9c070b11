package org.offloadtck.runtime.image;

import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.indirect.FunctionPointerPair;
import org.offloadtck.runtime.indirect.FunctionPointerTable;

/// The device's side of one host offload entry.
public sealed interface DeviceEntry {

    /// A target region.
    record Region(LoadedKernel kernel) implements DeviceEntry {}

    /// A global variable.
    record Variable(DeviceMemory memory) implements DeviceEntry {}

    /// A function that is called through a pointer.
    ///
    /// @param mappedBytes of the host's function that stand for the device's
    record IndirectFunction(FunctionPointerPair function, long mappedBytes)
            implements DeviceEntry {}

    /// A table of functions that are called through pointers into it.
    ///
    /// @param places one for each of its pointers, in their order
    record VirtualTableSlots(List<FunctionPointerPair> places) implements DeviceEntry {
        public VirtualTableSlots {
            places = List.copyOf(places);
        }
    }

    /// An entry that says something to the runtime and has no counterpart.
    record Directive() implements DeviceEntry {}

    /// The image does not define what the entry names, and the profile tolerates that until it is
    /// used.
    record Missing(String name) implements DeviceEntry {}

    /// What device code has to know to call the functions among `entries`.
    static FunctionPointerTable functions(List<DeviceEntry> entries) {
        return FunctionPointerTable.of(entries.stream().flatMap(DeviceEntry::pairs).toList());
    }

    private static Stream<FunctionPointerPair> pairs(DeviceEntry entry) {
        return switch (entry) {
            case IndirectFunction(var function, _) -> Stream.of(function);
            case VirtualTableSlots(var places) -> places.stream();
            case Region _, Variable _, Directive _, Missing _ -> Stream.empty();
        };
    }
}
