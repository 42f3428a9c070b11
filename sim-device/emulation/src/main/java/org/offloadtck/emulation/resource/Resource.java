package org.offloadtck.emulation.resource;

/// An object that a handle names.
public sealed interface Resource
        permits EmulatedContext,
                EmulatedModule,
                KernelFunction,
                EmulatedStream,
                EmulatedEvent,
                PhysicalMemory,
                MemoryPool {

    /// The handle: unique in the process, and never reused.
    long handle();

    /// Whether it ends with `context`.
    boolean belongsTo(EmulatedContext context);
}
