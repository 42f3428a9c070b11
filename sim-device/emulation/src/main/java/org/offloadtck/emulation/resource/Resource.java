package org.offloadtck.emulation.resource;

/// An object that a handle names.
public interface Resource {

    /// The handle: unique in the process, and never reused.
    long handle();

    /// Whether it ends with `context`.
    boolean belongsTo(EmulatedContext context);
}
