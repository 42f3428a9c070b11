/// Memory as the runtime accesses it: the address space of the host program, and device memory
/// through a queue.
///
/// [HostMemory] reads and writes the host program's memory. [SimulatedHostMemory] implements it
/// without a process: it holds the sections of a linked executable at their addresses and the
/// program's allocations. For a real process, the module that communicates with the process
/// implements it. [DeviceChannel] copies between host and device and counts the bytes
/// ([TransferCounts]); a [DeviceTool] is told each [TargetOperation].
///
/// The rule: the runtime learns everything about a program from host memory, as bytes at an
/// address, and every read names the field that it reads; so a wrong relocation, stride or table
/// layout is diagnosed as what it is. Start at [HostMemory].
@NullMarked
package org.offloadtck.runtime.memory;

import org.jspecify.annotations.NullMarked;
