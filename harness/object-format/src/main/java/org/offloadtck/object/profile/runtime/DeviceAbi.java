package org.offloadtck.object.profile.runtime;

/// How device kernels expect to be launched.
public enum DeviceAbi {
    /// The byte `<kernel>_exec_mode` tells the execution mode; no implicit argument.
    D16,
    /// `<kernel>_kernel_environment` tells the execution mode; the first argument is `dyn_ptr`.
    D19,
    /// As [#D19], but `dyn_ptr` is the last argument and function pointers are translated.
    D23
}
