package org.offloadtck.object.check.observation;

/// What has become of device images.
public enum ImageStage {
    /// As a compiler or packager wrote them.
    UNLINKED,
    /// As a device linker left them, whose strings are its own.
    LINKED
}
