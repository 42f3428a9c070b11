package org.offloadtck.implementation.program;

import java.util.Set;

/// A declare target variable that code makes, or ends, on a device.
///
/// @param variable where it is declared, for the names of the code
/// @param code what there is of it, in order
public record DeviceLifetime(EntryLocation variable, Set<Code> code) {

    public DeviceLifetime {
        code = Set.copyOf(code);
    }

    /// One of the two functions.
    public enum Code {
        CONSTRUCTOR,
        DESTRUCTOR
    }
}
