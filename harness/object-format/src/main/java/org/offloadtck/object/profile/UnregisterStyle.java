package org.offloadtck.object.profile;

/// How registered images are unregistered at exit.
public enum UnregisterStyle {
    /// A destructor in `.fini_array`.
    FINI_ARRAY,
    /// The registration function passes the unregistration function to `atexit`.
    ATEXIT
}
