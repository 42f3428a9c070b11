package org.offloadtck.checks.finding;

import java.util.Locale;

/// The type and size of an access that takes part in a data race.
///
/// @param bytes of each lane: of all elements of a vector; 0 of a fetch
public record RacingAccess(Type type, int bytes) {

    public enum Type {
        LOAD,
        STORE,
        ATOMIC,
        /// Of a texture, whose object says how many bytes a texel has.
        FETCH
    }

    /// `store of 4 bytes`.
    @Override
    public String toString() {
        if (type == Type.FETCH) {
            return "fetch of a texel";
        }
        return "%s of %d bytes".formatted(type.name().toLowerCase(Locale.ROOT), bytes);
    }
}
