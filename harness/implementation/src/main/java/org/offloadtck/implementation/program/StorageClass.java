package org.offloadtck.implementation.program;

/// Where a variable of the host program lies, and who may refer to it by name.
public enum StorageClass {
    /// On the stack of a function: the object has nothing of it.
    AUTOMATIC,
    /// In the object, under a name of its own (`static`).
    INTERNAL,
    /// In the object, under a name that every object may refer to.
    EXTERNAL
}
