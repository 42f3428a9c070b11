package org.offloadtck.object.profile;

/// What the runtime does when host and device tables have different numbers of entries.
public enum TableMismatch {
    ERROR,
    TOLERATED
}
