package org.offloadtck.object.profile.link;

/// Which images are linked for one target.
public enum TargetMatching {
    /// Equal triple and equal arch.
    EXACT,
    /// As [#EXACT]; and for AMD GPUs the same processor unless a feature contradicts.
    SAME_PROCESSOR,
    /// As [#SAME_PROCESSOR]; and arch `generic` with any.
    GENERIC,
    /// As [#GENERIC], but an image joins only the most specific targets that can take it.
    MOST_SPECIFIC
}
