package org.offloadtck.object.profile.runtime;

/// What the runtime does when an image lacks what an offload entry names.
public enum MissingSymbolPolicy {
    /// The image is not loaded.
    ERROR,
    /// It is loaded, and whatever uses the entry fails.
    TOLERATED
}
