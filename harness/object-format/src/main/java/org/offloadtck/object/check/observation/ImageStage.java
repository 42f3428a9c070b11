package org.offloadtck.object.check.observation;

/// The stage of a device image in the build.
public enum ImageStage {
    /// Written by a compiler or packager.
    UNLINKED,
    /// Written by a device linker, which sets the strings of the image.
    LINKED
}
