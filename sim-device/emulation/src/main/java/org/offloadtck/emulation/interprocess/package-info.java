/// What a process shares with other processes: memory of devices, pools and events.
///
/// The memory of a session is a file ([org.offloadtck.emulation.api.SharedSpace.MemoryFiles]). A
/// [MemoryHandle][org.offloadtck.emulation.interprocess.MemoryHandle] names bytes of such a file.
/// [InterprocessMemory][org.offloadtck.emulation.interprocess.InterprocessMemory] maps them over a
/// range of its own session, so that kernels of both processes access the same pages (ADR 33).
///
/// The rule: a handle of another process is data, which is checked before it is used.
///
/// Requirement: ER-34.
@NullMarked
package org.offloadtck.emulation.interprocess;

import org.jspecify.annotations.NullMarked;
