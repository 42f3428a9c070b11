package org.offloadtck.object.profile.compilation;

import java.util.Locale;

/// How `declare target indirect` is written into the offload entries.
public enum IndirectStyle {
    /// Not at all.
    NONE,
    /// An entry of size 0 names the function itself.
    FUNCTION,
    /// An entry of pointer size names a device variable that holds the address of the function.
    ADDRESS_VARIABLE;

    /// The style as profiles write it.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
