package org.offloadtck.object.profile.runtime;

/// When the images of a registered library are loaded.
public enum ImageLoading {
    /// Before `__tgt_register_lib` returns.
    AT_REGISTRATION,
    /// By the first construct on the device, together with the images of all libraries registered
    /// by then.
    AT_FIRST_CONSTRUCT
}
