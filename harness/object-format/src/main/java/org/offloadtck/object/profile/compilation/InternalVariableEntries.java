package org.offloadtck.object.profile.compilation;

/// Whether a declare target variable that only its own unit can name has an offload entry.
public enum InternalVariableEntries {
    /// As any other.
    ENTRY,
    /// The unit's device code has a variable of its own.
    NONE
}
