package org.offloadtck.object.profile.link;

import java.util.Locale;

/// The target of `__tgt_device_image.ImageStart`.
public enum ImageStart {
    /// The device image itself.
    IMAGE,
    /// The header of the offload binary around the image.
    OFFLOAD_BINARY;

    /// The name in profiles.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
