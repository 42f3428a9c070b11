package org.offloadtck.object.profile.runtime;

/// The images that the runtime considers when a library is registered.
public enum RegistrationScope {
    /// All images registered so far, of any library.
    ALL_IMAGES,
    /// The images of the library.
    OWN_IMAGES
}
