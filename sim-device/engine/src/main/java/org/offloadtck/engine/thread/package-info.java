/// The state of the threads of a grid: CTAs, warps, lane groups, call stacks, local memory.
///
/// A [Warp] has 32 lanes with a program counter each. Lanes with the same program counter and the
/// same call stack form a [LaneGroup] and execute together. A divergent branch splits a group;
/// groups with the same program counter and call stack merge. Every group makes progress, as on
/// devices since Volta (*CUDA C++ Programming Guide*, independent thread scheduling), so spin locks
/// between lanes of a warp end. A [Cluster] is the CTAs that start together and may access each
/// other's shared memory.
///
/// The one rule: this package holds and schedules state and executes nothing. What executes
/// instructions implements [GroupExecutor]. The order of warps and groups depends on program
/// counters and instruction counts, never on time; [WarpTurns] says how long a warp runs before the
/// next does.
///
/// The package has more than 15 types because each part of the state of a CTA is one.
///
/// Start at [Cta] and [Warp].
@NullMarked
package org.offloadtck.engine.thread;

import org.jspecify.annotations.NullMarked;
