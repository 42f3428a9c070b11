package org.offloadtck.object.check;

/// What has become of device images.
enum ImageStage {
    /// As a compiler or packager wrote them.
    UNLINKED,
    /// As a device linker left them, whose strings are its own.
    LINKED
}
