package org.offloadtck.object.profile.link;

import java.util.Locale;

/// How registered images are unregistered at exit.
public enum UnregisterStyle {
    /// A destructor in `.fini_array`.
    FINI_ARRAY,
    /// The registration function passes the unregistration function to `atexit`.
    ATEXIT;

    /// The name in profiles.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
