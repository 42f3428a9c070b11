/// Kernels running: grids, CTAs, warps, and the interpreter.
///
/// A warp's 32 threads have a program counter each. Threads of a warp that are at the same
/// instruction with the same call stack form a [LaneGroup] and execute together, an instruction at
/// a time over rows of the register file; a branch that goes two ways splits a group, and groups
/// that meet again merge. Every thread makes progress whatever the others of its warp do, as on
/// devices since Volta (*CUDA C++ Programming Guide*, independent thread scheduling): spin locks
/// between lanes end.
///
/// The one rule: the same launch on the same memory gives the same bits, the same counts and the
/// same faults, on every host and any number of its threads. Who runs next is decided by program
/// counters and instruction counts, never by time; CTAs run at the same time only where none can
/// learn of another ([org.offloadtck.engine.analysis.CtaOrderDependence]), and what they did is
/// added up in their order.
///
/// Launches in several threads, each on a memory of its own, are independent of each other. On one
/// memory they share the table of allocations, which has a lock, and the bytes, which have none:
/// their atomics do not exclude each other, so run those after one another.
///
/// Start at [Grid#launch].
@NullMarked
package org.offloadtck.engine.interpreter;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaneGroup;
