package org.offloadtck.emulation.resource;

/// What a handle names.
public sealed interface Resource
        permits EmulatedContext,
                EmulatedModule,
                KernelFunction,
                EmulatedStream,
                EmulatedEvent,
                PhysicalMemory {

    /// Unique in the process, and never given again.
    long handle();

    /// Whether it goes when `context` does.
    boolean belongsTo(EmulatedContext context);
}
