package org.offloadtck.object.profile.link;

/// What a search through archives remembers of the device symbols it has met.
///
/// Only [#RESOLVED] is right; the other two are how releases went wrong, each measured with the
/// release: an archive named twice gives a member twice, a member that is passed over changes what
/// later members are taken for.
public enum ArchiveSymbolTracking {
    /// The symbols of images that were taken; a reference is forgotten when it is resolved.
    RESOLVED,
    /// The symbols of every image that was looked at, taken or not.
    SEEN,
    /// The first that was found of every reference and weak symbol of an image that was taken: what
    /// resolves a reference does not change it.
    FIRST_STATE
}
