package org.offloadtck.scenario.record;

import org.opentest4j.TestAbortedException;

/// Ends a scenario because the device or implementation lacks a capability.
public final class UnsupportedException extends TestAbortedException {

    public UnsupportedException(String reason) {
        super(reason);
    }
}
