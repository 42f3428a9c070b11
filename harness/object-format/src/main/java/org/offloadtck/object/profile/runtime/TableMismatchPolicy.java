package org.offloadtck.object.profile.runtime;

/// What the runtime does when host and device tables have different numbers of entries.
public enum TableMismatchPolicy {
    ERROR,
    TOLERATED
}
