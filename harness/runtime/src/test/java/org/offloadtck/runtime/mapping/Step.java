package org.offloadtck.runtime.mapping;

import java.util.List;

/// One step of a random program.
sealed interface Step {

    record Begin(List<ModelTable.Map> maps) implements Step {}

    /// The same maps as components of a user-defined mapper.
    record BeginByMapper(List<ModelTable.Map> components) implements Step {}

    record End(List<ModelTable.Map> maps) implements Step {}

    record EndByMapper(List<ModelTable.Map> components) implements Step {}

    record Update(List<ModelTable.Map> maps) implements Step {}

    /// Updates every other byte of `map`.
    record UpdateGaps(ModelTable.Map map) implements Step {}

    /// The host writes the first byte of the map's range.
    record HostWrite(ModelTable.Map map, byte value) implements Step {}

    /// The device writes the first byte of the map's range, if it is mapped.
    record DeviceWrite(ModelTable.Map map, byte value) implements Step {}
}
