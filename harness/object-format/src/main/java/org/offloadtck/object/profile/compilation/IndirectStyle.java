package org.offloadtck.object.profile.compilation;

import java.util.Locale;

/// The form of `declare target indirect` in the offload entries.
public enum IndirectStyle {
    /// No entry.
    NONE,
    /// An entry of size 0 names the function itself.
    FUNCTION,
    /// An entry of pointer size names a device variable that holds the address of the function.
    ADDRESS_VARIABLE;

    /// The name in profiles.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
