package org.offloadtck.object.profile.runtime;

/// Which images the runtime looks at when a library is registered.
public enum RegistrationScope {
    /// All registered so far, of whatever library.
    ALL_IMAGES,
    /// Those of the library.
    OWN_IMAGES
}
