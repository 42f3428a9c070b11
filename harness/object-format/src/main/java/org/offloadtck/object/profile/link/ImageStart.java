package org.offloadtck.object.profile.link;

import java.util.Locale;

/// What `__tgt_device_image.ImageStart` points to.
public enum ImageStart {
    /// The device image itself.
    IMAGE,
    /// The header of the offload binary around the image.
    OFFLOAD_BINARY;

    /// The place as profiles write it.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
