package org.offloadtck.object.profile.link;

/// The device symbols that an archive search tracks.
///
/// Only [#RESOLVED] is correct. The other two are faults of releases, each measured with the
/// release: an archive that is named twice adds a member twice, or a skipped member changes the
/// resolution of later members.
public enum ArchiveSymbolTracking {
    /// The symbols of linked images; a reference is dropped when it is resolved.
    RESOLVED,
    /// The symbols of every examined image, linked or not.
    SEEN,
    /// The first state of every reference and weak symbol of a linked image; a later definition
    /// does not change it.
    FIRST_STATE
}
