package org.offloadtck.runtime.mapping;

import java.util.List;

/// One step of a random program.
sealed interface RandomStep {

    record Begin(List<MappingTableModel.Map> maps) implements RandomStep {}

    /// The same maps as components of a user-defined mapper.
    record BeginByMapper(List<MappingTableModel.Map> components) implements RandomStep {}

    record End(List<MappingTableModel.Map> maps) implements RandomStep {}

    record EndByMapper(List<MappingTableModel.Map> components) implements RandomStep {}

    record Update(List<MappingTableModel.Map> maps) implements RandomStep {}

    /// Updates every second byte of `map`.
    record UpdateGaps(MappingTableModel.Map map) implements RandomStep {}

    /// The host writes the first byte of the map's range.
    record HostWrite(MappingTableModel.Map map, byte value) implements RandomStep {}

    /// The device writes the first byte of the map's range, if it is mapped.
    record DeviceWrite(MappingTableModel.Map map, byte value) implements RandomStep {}
}
