package org.offloadtck.object.profile.link;

/// Which members of an archive take part in a device link.
public enum ArchivePolicy {
    /// Those that define a symbol undefined so far, archives being searched once, from left to
    /// right.
    LEFT_TO_RIGHT,
    /// Those that define an undefined symbol, until no member does.
    FIXPOINT,
    /// Every member of a linked target.
    EVERY_MEMBER
}
