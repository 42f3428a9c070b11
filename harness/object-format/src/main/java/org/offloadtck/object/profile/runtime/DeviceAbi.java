package org.offloadtck.object.profile.runtime;

/// How device kernels are launched.
public enum DeviceAbi {
    /// The byte `<kernel>_exec_mode` states the execution mode; there is no implicit argument.
    D16,
    /// `<kernel>_kernel_environment` states the execution mode; the first argument is `dyn_ptr`.
    D19,
    /// As [#D19], but `dyn_ptr` is the last argument and function pointers are translated.
    D23
}
