/// Launches of target regions.
///
/// [KernelLauncher] maps the arguments, turns them into kernel parameters, adds the implicit
/// argument of the device ABI, and chooses the number of teams and threads as libomptarget does.
/// The device's plugin sees only a kernel, a launch size and arguments. [LaunchClauseReader] and
/// [KernelArgumentsReader] read what the program passes to `__tgt_target_kernel`.
///
/// The rule: the outcome of a construct is a [LaunchResult]: the kernel ran on the device, with its
/// measurements, or the host must run the region, with the reason. Start at [KernelLauncher].
@NullMarked
package org.offloadtck.runtime.launch;

import org.jspecify.annotations.NullMarked;
