package org.offloadtck.runtime.image;

import org.offloadtck.plugin.DeviceMemory;

/// The device's side of one host offload entry.
public sealed interface DeviceEntry {

    /// A target region.
    record Region(LoadedKernel kernel) implements DeviceEntry {}

    /// A global variable.
    record Variable(DeviceMemory memory) implements DeviceEntry {}

    /// A function that is called through a pointer: the variable holds its device address.
    record IndirectFunction(DeviceMemory address) implements DeviceEntry {}

    /// An entry that says something to the runtime and has no counterpart.
    record Directive() implements DeviceEntry {}

    /// The image does not define what the entry names, and the profile tolerates that until it is
    /// used.
    record Missing(String name) implements DeviceEntry {}
}
