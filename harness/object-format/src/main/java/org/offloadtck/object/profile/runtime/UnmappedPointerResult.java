package org.offloadtck.object.profile.runtime;

/// The translation by `use_device_ptr` of a pointer whose object is not mapped.
public enum UnmappedPointerResult {
    /// A null pointer.
    NULL,
    /// The host's pointer, as if devices could use it: OpenMP 5.1, section 2.14.2.
    HOST
}
