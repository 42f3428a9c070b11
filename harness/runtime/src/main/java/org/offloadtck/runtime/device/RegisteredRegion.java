package org.offloadtck.runtime.device;

import java.util.List;
import java.util.Optional;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostLibrary;

/// The entry of a target region in the table of its library.
///
/// @param index of the entry in the library's host table
record RegisteredRegion(HostLibrary library, int index) {

    HostEntry entry() {
        return library.entries().get(index);
    }

    /// The target region whose host pointer is `hostPointer`, in the first library that has one.
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
