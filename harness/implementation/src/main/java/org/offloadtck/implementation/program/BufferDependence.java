package org.offloadtck.implementation.program;

import org.offloadtck.runtime.task.Dependence;

/// A `depend` clause of a task for a buffer.
public record BufferDependence(String buffer, Dependence.Kind kind) {}
