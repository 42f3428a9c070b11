package org.offloadtck.driver.emulation;

/// What a handle names.
sealed interface Resource
        permits Context, LoadedModule, KernelFunction, Stream, Event, PhysicalMemory {

    /// Unique in the process, and never given again.
    long handle();

    /// Whether it goes when `context` does.
    boolean belongsTo(Context context);
}
