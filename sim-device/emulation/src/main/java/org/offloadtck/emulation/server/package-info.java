/// The device server: a process of its own that runs the simulator for the programs of one user.
///
/// A client connects over a Unix socket ([DeviceServer]), opens a session for its process and joins
/// it with each of its threads ([Connection]). Requests and replies are frames ([FrameChannel],
/// [ClientRequest]). A [ClientService] for each client library decodes the calls and encodes the
/// replies; [DriverService] is the one for `libcuda.so`. The memory of a session ([SessionMemory])
/// is mapped by both processes, so copies never pass through a connection.
///
/// The rule: whatever a client sends or omits, the server continues to serve the others.
///
/// Start at [Connection].
///
/// The package has more than 15 types because the server, its frames and its sessions are one
/// protocol.
@NullMarked
package org.offloadtck.emulation.server;

import org.jspecify.annotations.NullMarked;
