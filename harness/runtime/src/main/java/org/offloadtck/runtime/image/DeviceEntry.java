package org.offloadtck.runtime.image;

import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.indirect.FunctionPointerPair;
import org.offloadtck.runtime.indirect.FunctionPointerTable;

/// The device counterpart of one host offload entry.
///
/// Requirements: RG-09, RG-10.
public sealed interface DeviceEntry {

    /// A target region.
    record Region(LoadedKernel kernel) implements DeviceEntry {}

    /// A global variable.
    record Variable(DeviceMemory memory) implements DeviceEntry {}

    /// A function that device code calls through a pointer.
    ///
    /// @param mappedBytes of the host function that are mapped to the device function
    record IndirectFunction(FunctionPointerPair function, long mappedBytes)
            implements DeviceEntry {}

    /// A table of virtual functions.
    ///
    /// Requirement: IC-35.
    ///
    /// @param places one for each pointer of the table, in order
    record VirtualTableSlots(List<FunctionPointerPair> places) implements DeviceEntry {
        public VirtualTableSlots {
            places = List.copyOf(places);
        }
    }

    /// An entry that passes an option to the runtime and has no counterpart.
    record Directive() implements DeviceEntry {}

    /// The image does not define what the entry names. The profile tolerates that until the entry
    /// is used.
    record Missing(String name) implements DeviceEntry {}

    /// The table with which device code looks up the functions among `entries`.
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
