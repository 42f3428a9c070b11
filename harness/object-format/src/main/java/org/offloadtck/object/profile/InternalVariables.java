package org.offloadtck.object.profile;

/// Whether a declare target variable that only its own unit can name has an offload entry.
public enum InternalVariables {
    /// As any other.
    ENTRY,
    /// The unit's device code has a variable of its own.
    NONE
}
