package org.offloadtck.object.profile.runtime;

/// Which devices an image has to fit before one of them may load it.
public enum ImageFitScope {
    /// All devices of the plugin: one that takes no image of a library keeps it from the others.
    EVERY_DEVICE,
    /// The device that loads it.
    ITS_DEVICE
}
