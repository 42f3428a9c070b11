/// Unified memory: kernels access the memory of the client process by its addresses.
///
/// [ClientAddressSpace] reads and writes through the operating system ([ProcessCopies]). What it
/// cannot do from outside, a thread of the client does ([ClientMemoryThread]): atomic operations,
/// and copies where the system does not permit them to the server.
///
/// The one rule: an address that the process does not have is an answer, never a fault of the
/// server or of the client.
///
/// Start at [ClientAddressSpace].
@NullMarked
package org.offloadtck.emulation.unified;

import org.jspecify.annotations.NullMarked;
