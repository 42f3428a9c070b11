package org.offloadtck.object.profile.runtime;

/// The effect of different numbers of entries in host and device tables.
public enum TableMismatchPolicy {
    ERROR,
    TOLERATED
}
