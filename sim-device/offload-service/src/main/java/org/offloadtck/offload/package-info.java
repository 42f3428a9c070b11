/// The reference runtime as a service: what `libomptarget.so` of the kit asks for.
///
/// An [OffloadSession] is one process. It finds out what the process was built by
/// ([ProfileDetector]), opens the devices ([SessionDevices]) and hands each call to the reference
/// runtime ([ProcessRuntime]), which reads and writes the process through [ProcessMemory]. A broken
/// rule ends the process with one line and is a finding of the run ([OffloadRecorder]).
///
/// One rule: nothing here knows what a call means; that is the runtime's, and the process's side
/// (`src/main/c/omptarget`) knows still less.
@NullMarked
package org.offloadtck.offload;

import org.jspecify.annotations.NullMarked;
