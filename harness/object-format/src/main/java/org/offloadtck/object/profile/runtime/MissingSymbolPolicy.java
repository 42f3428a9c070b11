package org.offloadtck.object.profile.runtime;

/// The effect of an offload entry that an image does not define.
public enum MissingSymbolPolicy {
    /// The image is not loaded.
    ERROR,
    /// The image is loaded; a use of the entry fails.
    TOLERATED
}
