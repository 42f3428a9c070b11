package org.offloadtck.implementation.program;

import org.offloadtck.runtime.task.Dependence;

/// What a task says with `depend` of a buffer.
public record BufferDependence(String buffer, Dependence.Kind kind) {}
