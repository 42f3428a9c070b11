/// The address space of a host program: what a native runtime would find at the addresses it is
/// given.
///
/// [HostMemory] is what the runtime reads and writes through. [SimulatedHostMemory] holds the
/// loaded sections of the linked executable at their addresses and the program's own data beside
/// them; of a real process, whoever speaks with that process gives the view. The rule: everything
/// the runtime learns of a program it reads from here, as bytes at an address, and every read names
/// the field it is after; so a wrong relocation, stride or table layout shows as what it is.
@NullMarked
package org.offloadtck.runtime.memory;

import org.jspecify.annotations.NullMarked;
