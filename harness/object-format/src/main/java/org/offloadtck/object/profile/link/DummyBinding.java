package org.offloadtck.object.profile.link;

import java.util.Locale;

/// The binding of the empty object that keeps an entry section in the link.
public enum DummyBinding {
    /// Global and hidden: two wrapper objects in one link define it twice.
    EXTERNAL_HIDDEN,
    /// Local to its object.
    INTERNAL;

    /// The name in profiles.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
