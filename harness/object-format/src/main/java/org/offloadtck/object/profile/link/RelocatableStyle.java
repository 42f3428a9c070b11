package org.offloadtck.object.profile.link;

/// The effect of `-r` in the offload toolchain.
public enum RelocatableStyle {
    /// Sections are merged as in any other link.
    MERGE,
    /// Images are linked and registered; the unlinked images are kept.
    KEEP_IMAGES,
    /// Images are linked and registered, the unlinked images are removed and the entry sections are
    /// renamed.
    RENAME_SECTIONS
}
