package org.offloadtck.engine.launch;

/// How the host accesses device memory during a launch.
public enum HostAccess {
    /// Not at all. A launch whose threads all repeat themselves without changing memory is
    /// livelocked.
    NONE,
    /// The host may write and so end the wait of threads.
    CONCURRENT
}
