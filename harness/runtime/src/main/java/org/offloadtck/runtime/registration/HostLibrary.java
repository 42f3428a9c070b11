package org.offloadtck.runtime.registration;

import java.util.List;

/// A library that one `__tgt_register_lib` registered.
///
/// Requirement: RG-14.
///
/// @param descriptor host address of the `__tgt_bin_desc`
public record HostLibrary(long descriptor, List<HostImage> images, List<HostEntry> entries) {

    public HostLibrary {
        images = List.copyOf(images);
        entries = List.copyOf(entries);
    }
}
