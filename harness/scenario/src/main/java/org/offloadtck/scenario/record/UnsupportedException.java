package org.offloadtck.scenario.record;

import org.opentest4j.TestAbortedException;

/// Ends a scenario whose device or implementation lacks a capability it needs.
public final class UnsupportedException extends TestAbortedException {

    public UnsupportedException(String reason) {
        super(reason);
    }
}
