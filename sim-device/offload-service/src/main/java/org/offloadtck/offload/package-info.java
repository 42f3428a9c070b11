/// The reference runtime as a service for the kit's `libomptarget.so`.
///
/// [OffloadService] opens an [OffloadSession] for each process. The session detects the ABI profile
/// of the process ([ProfileDetector]), opens the devices ([SessionDevices]) and passes each call to
/// the reference runtime ([ProcessRuntime]), which reads and writes the memory of the process
/// through [ProcessMemory]. A violated rule ends the process with one line and is a finding of the
/// run ([OffloadRecorder]).
///
/// The rule: the meaning of a call is the reference runtime's; neither this package nor the C
/// client (`src/main/c/omptarget` of the module `emulation`) interprets it.
///
/// It has more than 15 types because the parts of a session, from its settings to its interop
/// objects, stand together.
///
/// Start at [OffloadSession].
@NullMarked
package org.offloadtck.offload;

import org.jspecify.annotations.NullMarked;
