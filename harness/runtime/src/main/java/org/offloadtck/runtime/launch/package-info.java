/// Launches: what a target construct asks of the device, and what the runtime adds.
///
/// [KernelLauncher] maps the arguments, turns them into parameters, adds the implicit argument of
/// the device ABI, and chooses teams and threads as libomptarget does. The device's plugin sees
/// only a kernel, a size and arguments.
///
/// The rule: what became of a construct is a [LaunchResult]: it ran on the device, with what it
/// cost, or the host is told why it has to.
@NullMarked
package org.offloadtck.runtime.launch;

import org.jspecify.annotations.NullMarked;
