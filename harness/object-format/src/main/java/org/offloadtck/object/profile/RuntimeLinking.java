package org.offloadtck.object.profile;

import java.util.Locale;

/// When the device runtime becomes part of an image for a GPU.
public enum RuntimeLinking {
    /// While a device is compiled for, as bitcode.
    COMPILATION,
    /// When the image is linked.
    LINK;

    /// As profiles write it.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
