package org.offloadtck.runtime.trace;

import org.offloadtck.plugin.LaunchSize;

/// A kernel was enqueued.
///
/// @param kernel its name
/// @param mode its execution mode: `SPMD`, `Generic`, `Generic-SPMD`
public record LaunchEvent(String kernel, LaunchSize size, String mode) implements RuntimeEvent {}
