package org.offloadtck.runtime.device;

import java.util.List;
import java.util.Optional;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostLibrary;

/// Where a target region was found.
///
/// @param index of its entry in the library's host table
record RegisteredRegion(HostLibrary library, int index) {

    HostEntry entry() {
        return library.entries().get(index);
    }

    /// Finds the target region whose host pointer is `hostPointer` in the first library that has
    /// it.
    static Optional<RegisteredRegion> find(Iterable<HostLibrary> libraries, long hostPointer) {
        for (HostLibrary library : libraries) {
            List<HostEntry> entries = library.entries();
            for (int index = 0; index < entries.size(); index++) {
                HostEntry entry = entries.get(index);
                if (entry.isRegion() && entry.fields().address() == hostPointer) {
                    return Optional.of(new RegisteredRegion(library, index));
                }
            }
        }
        return Optional.empty();
    }
}
