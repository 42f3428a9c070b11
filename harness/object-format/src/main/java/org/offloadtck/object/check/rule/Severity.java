package org.offloadtck.object.check.rule;

/// The severity of a finding. It follows from what a linker, a loader or a runtime does with the
/// file.
public enum Severity {
    /// A link, a load or a run of the file fails or gives wrong results.
    ERROR,
    /// Some links, loads or runs of the file fail, and the file alone does not show whether this
    /// one does.
    WARNING,
    /// No linker, loader or runtime is known that fails on it.
    NOTE
}
