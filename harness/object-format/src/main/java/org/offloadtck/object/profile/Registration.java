package org.offloadtck.object.profile;

/// Which images the runtime looks at when a library is registered.
public enum Registration {
    /// All registered so far, of whatever library.
    ALL_IMAGES,
    /// Those of the library.
    OWN_IMAGES
}
