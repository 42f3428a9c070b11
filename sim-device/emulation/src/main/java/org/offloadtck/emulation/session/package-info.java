/// One client process on the emulated driver: its state, its threads and its calls.
///
/// [EmulatedThread] carries out the calls of a thread under the lock of [DriverState], which owns
/// the devices, contexts, memory and handles of the process. [DispatchTable] finds the handler of a
/// function; the handler gets an [Invocation], which resolves arguments and rejects invalid ones by
/// the name of their parameter. A call that waits releases the lock.
///
/// The rule: an error names the argument that caused it.
///
/// Start at [EmulatedThread].
@NullMarked
package org.offloadtck.emulation.session;

import org.jspecify.annotations.NullMarked;
