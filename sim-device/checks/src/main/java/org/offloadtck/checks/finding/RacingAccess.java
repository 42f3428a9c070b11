package org.offloadtck.checks.finding;

import java.util.Locale;

/// The type and size of an access that takes part in a data race.
///
/// @param bytes of each lane: of all elements of a vector
public record RacingAccess(Type type, int bytes) {

    public enum Type {
        LOAD,
        STORE,
        ATOMIC
    }

    /// `store of 4 bytes`.
    @Override
    public String toString() {
        return "%s of %d bytes".formatted(type.name().toLowerCase(Locale.ROOT), bytes);
    }
}
