package org.offloadtck.object.profile.runtime;

/// The lines that the runtime prints for `LIBOMPTARGET_INFO`.
public enum InfoFormat {
    /// As [#PLUGIN_INTERFACE], but launches have the prefix of the CUDA plugin.
    CUDA_PLUGIN,
    /// Constructs are described. An empty table is not printed.
    PLUGIN_INTERFACE,
    /// Constructs have the name of their function, new rows their allocation. Empty tables,
    /// variables without a counterpart and variables in unified shared memory are printed.
    FUNCTION_NAMES,
    /// As [#FUNCTION_NAMES], but launches have three extents.
    LAUNCH_EXTENTS
}
