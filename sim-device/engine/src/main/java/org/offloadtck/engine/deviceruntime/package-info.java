/// The CUDA device runtime: functions by which kernels launch kernels, copies and fills (*CUDA
/// dynamic parallelism*, CUDA Programming Guide 13.0, chapter of that name).
///
/// A [GridRuntime] carries out the calls of the threads of one grid. It validates a launch when the
/// thread calls, as NVIDIA's runtime does, and returns a [DeviceCommand]. The caller executes the
/// commands after the grid ([LaunchTree]).
///
/// The one rule: the caller makes calls of a grid in the order of CTAs, so that handles, addresses
/// and limits do not depend on the schedule.
///
/// Start at [GridRuntime].
@NullMarked
package org.offloadtck.engine.deviceruntime;

import org.jspecify.annotations.NullMarked;
