package org.offloadtck.runtime.trace;

/// The memory of an event.
///
/// @param host address of the first byte; 0 for memory of the runtime itself
/// @param device address of the first byte; 0 on a device without raw addresses
/// @param size in bytes
/// @param name of the variable, empty if the event does not state it
public record MapRange(long host, long device, long size, String name) {

    /// The name of the launch environment of a kernel, which the plugin copies.
    ///
    /// @see "LLVM 19, offload/plugins-nextgen/common/src/PluginInterface.cpp,
    ///   GenericKernelTy::getKernelLaunchEnvironment"
    public static final String LAUNCH_ENVIRONMENT = "KernelLaunchEnv";
}
