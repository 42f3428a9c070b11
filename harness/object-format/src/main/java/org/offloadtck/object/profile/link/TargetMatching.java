package org.offloadtck.object.profile.link;

/// The images that are linked for one target.
public enum TargetMatching {
    /// Equal triple and equal arch.
    EXACT,
    /// As [#EXACT]; for AMD GPUs also the same processor unless a feature contradicts.
    SAME_PROCESSOR,
    /// As [#SAME_PROCESSOR]; arch `generic` also matches any other.
    GENERIC,
    /// As [#GENERIC], but an image is linked only for the most specific matching targets.
    MOST_SPECIFIC
}
