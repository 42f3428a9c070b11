/// Sweeps: what programs would take on devices that do not exist.
///
/// A [SweepFile] names a device, the [DeviceFigure]s to vary and programs. Each program is executed
/// once; the trace of its execution is replayed for every [DeviceVariant]. [SweepRun] does so for
/// the cells of a shard, and [SweepTable] and [SweepChart] show them.
///
/// The rule: the execution is that on the device itself. A kernel that adapts to its device, by the
/// number of multiprocessors for example, does on every variant what it does there.
@NullMarked
package org.offloadtck.launch.sweep;

import org.jspecify.annotations.NullMarked;
