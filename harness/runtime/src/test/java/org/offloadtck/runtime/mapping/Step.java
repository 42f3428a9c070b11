package org.offloadtck.runtime.mapping;

/// One step of a random program.
sealed interface Step {
    ModelTable.Map map();

    record Begin(ModelTable.Map map) implements Step {}

    record End(ModelTable.Map map) implements Step {}

    record Update(ModelTable.Map map) implements Step {}

    /// The host writes the first byte of the map's range.
    record HostWrite(ModelTable.Map map, byte value) implements Step {}

    /// The device writes the first byte of the map's range, if it is mapped.
    record DeviceWrite(ModelTable.Map map, byte value) implements Step {}
}
