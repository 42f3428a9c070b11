package org.offloadtck.object.profile.link;

/// What `-r` does when the offload toolchain links.
public enum RelocatableStyle {
    /// Nothing of its own: sections are merged.
    MERGE,
    /// Images are linked and registered, and the unlinked images are kept beside them.
    KEEP_IMAGES,
    /// Images are linked and registered, the unlinked ones removed, and the entry sections renamed.
    RENAME_SECTIONS
}
