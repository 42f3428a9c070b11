package org.offloadtck.object.profile.compilation;

/// Whether a declare target variable with internal linkage has an offload entry.
public enum InternalVariableEntries {
    /// It has an entry.
    ENTRY,
    /// It has no entry; the unit's device code has a variable of its own.
    NONE
}
