package org.offloadtck.engine.launch;

/// Which memory the host may change during a launch.
///
/// A launch whose threads all repeat themselves and read only memory that the host cannot change is
/// livelocked. Workers of the launch call the method.
@FunctionalInterface
public interface HostAccess {

    /// The host does not access memory.
    HostAccess NONE = _ -> false;

    /// The host may change all memory.
    HostAccess CONCURRENT = _ -> true;

    /// Whether the host may change the byte at an address of global memory or of the host process.
    boolean mayChange(long address);
}
