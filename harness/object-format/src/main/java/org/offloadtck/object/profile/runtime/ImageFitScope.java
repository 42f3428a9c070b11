package org.offloadtck.object.profile.runtime;

/// The devices that an image must fit before one of them loads it.
public enum ImageFitScope {
    /// All devices of the plugin: a device that no image of a library fits prevents loading on the
    /// others.
    EVERY_DEVICE,
    /// The device that loads the image.
    ITS_DEVICE
}
