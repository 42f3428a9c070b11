package org.offloadtck.implementation.program;

/// The storage and the linkage of a host variable.
public enum StorageClass {
    /// On the stack of a function, not in the object.
    AUTOMATIC,
    /// In the object, with internal linkage (`static`).
    INTERNAL,
    /// In the object, with external linkage.
    EXTERNAL
}
