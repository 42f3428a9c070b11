/// What the calls of the CUDA driver API do, on simulated devices.
///
/// [EmulatedDriver] gives each client process a session; the session's threads carry out calls
/// under the lock of its [DriverState], where the process's devices, contexts, memory and handles
/// are. [DispatchTable] says who answers which function: one class for each topic of the API's
/// documentation, which is CUDA driver API 12.6 wherever a class names none. Kernels, copies and
/// fills within device memory go to the [CommandQueue] and are done in the order of their
/// submission; whoever waits gives up the lock.
///
/// The one rule: an answer is what the documentation says it is, and a refusal says which argument
/// is to blame.
///
/// Start at [EmulatedThread].
@NullMarked
package org.offloadtck.emulation.session;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.emulation.EmulatedDriver;
import org.offloadtck.emulation.queue.CommandQueue;
