package org.offloadtck.object.profile.link;

/// The archive members that take part in a device link.
public enum ArchivePolicy {
    /// Members that define a symbol undefined so far; archives are searched once, from left to
    /// right.
    LEFT_TO_RIGHT,
    /// Members that define an undefined symbol, until no member does.
    FIXPOINT,
    /// Every member of a linked target.
    EVERY_MEMBER
}
