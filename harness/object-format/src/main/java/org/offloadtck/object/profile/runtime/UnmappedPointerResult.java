package org.offloadtck.object.profile.runtime;

/// What `use_device_ptr` makes of a pointer whose object is not mapped.
public enum UnmappedPointerResult {
    /// A null pointer.
    NULL,
    /// The host's pointer, as if devices could use it: OpenMP 5.1, section 2.14.2.
    HOST
}
