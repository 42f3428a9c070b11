package org.offloadtck.emulation.memory;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.interprocess.InterprocessMemory.Mapping;

/// Replies of functions that map a file, with the outputs of `MAPPING`.
public final class MappingReply {

    private MappingReply() {}

    /// A reply that has the client map a file.
    ///
    /// @param before outputs that precede it
    public static DriverReply of(Mapping mapping, Long... before) {
        var outputs = new ArrayList<>(List.of(before));
        outputs.add(mapping.from());
        outputs.add(mapping.address());
        outputs.add(mapping.bytes());
        return DriverReply.success(outputs.toArray(Long[]::new)).withText(mapping.file().path());
    }

    /// A reply that has the client map nothing.
    static DriverReply none() {
        return DriverReply.success(0L, 0L, 0L).withText("");
    }
}
