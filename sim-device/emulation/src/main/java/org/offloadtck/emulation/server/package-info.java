/// The device server: a process of its own that runs the simulator for the programs of one user.
///
/// A client (`src/main/c`) connects over a Unix socket ([DeviceServer]), opens a session for its
/// process and joins it with each of its threads ([Connection]). Requests are frames
/// ([FrameChannel], [ClientRequest]); what they mean is up to a
/// [org.offloadtck.emulation.api.DeviceBackend]. A process uses one of two libraries: `libcuda.so`
/// ([DriverProcess]) or `libomptarget.so` ([RuntimeProcess]), whose calls ask for memory of the
/// process before they are answered ([RemoteClientMemory]). A session's memory ([SessionMemory]) is
/// mapped by both processes, so copies never pass through here. [DriverFolder] is what programs are
/// pointed to: the library, `exec`, and how a server is started.
///
/// One rule: whatever a client sends or leaves unsent, the server goes on.
@NullMarked
package org.offloadtck.emulation.server;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.emulation.command.DriverFolder;
import org.offloadtck.offload.protocol.RemoteClientMemory;
