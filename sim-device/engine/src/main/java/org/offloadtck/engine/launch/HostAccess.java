package org.offloadtck.engine.launch;

/// What the host does to a device's memory while a launch runs.
public enum HostAccess {
    /// Nothing. So a launch all of whose threads go round without changing it has come to a
    /// deadlock.
    NONE,
    /// It may write, and end what threads wait for.
    CONCURRENT
}
