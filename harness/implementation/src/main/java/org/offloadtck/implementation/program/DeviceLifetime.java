package org.offloadtck.implementation.program;

import java.util.Set;

/// The constructor and destructor of a declare target variable on a device.
///
/// @param variable the place of its declaration, for the names of the functions
/// @param code the functions that exist
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
