/// The protocol between the kit's `libomptarget.so` and the device server.
///
/// [RuntimeFunction] lists the functions. A call ([RuntimeCall]) is answered by a [RuntimeReply];
/// before the reply, the server may read and write memory of the process and have it tell its tool
/// ([ToolReport]), over the same connection ([RemoteClient]).
///
/// The rule: numbers and layouts are those of `omptarget/calls.def` and `omptarget/runtime.c`.
///
/// Start at [RuntimeClientSession].
@NullMarked
package org.offloadtck.offload.protocol;

import org.jspecify.annotations.NullMarked;
