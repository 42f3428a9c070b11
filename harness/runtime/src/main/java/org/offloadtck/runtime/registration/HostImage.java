package org.offloadtck.runtime.registration;

import java.util.List;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.plugin.image.ProgramImage;

/// A device image of a registered library.
///
/// @param at host address of its row
/// @param program the image without the offload binary around it
/// @param entries the entries from `EntriesBegin` to `EntriesEnd`, which runtimes pair with the
///   library's by position
public record HostImage(
        long at, DeviceImage fields, ProgramImage program, List<HostEntry> entries) {

    public HostImage {
        entries = List.copyOf(entries);
    }
}
