package org.offloadtck.object.profile;

/// What `__tgt_device_image.ImageStart` points to.
public enum ImageStart {
    /// The device image itself.
    IMAGE,
    /// The header of the offload binary around the image.
    OFFLOAD_BINARY
}
