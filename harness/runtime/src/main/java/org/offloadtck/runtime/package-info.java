/// The reference runtime: what `libomptarget` does between a linked program and a device, over the
/// plugin SPI.
///
/// | package | what |
/// |---|---|
/// | `memory` | the program's address space |
/// | `registration` | descriptors, images and entries, as read from it |
/// | `image` | images on a device |
/// | `indirect` | which device function stands for which host function |
/// | `mapping` | the data environment |
/// | `launch` | target regions |
/// | `task` | constructs that are not waited for, in an order that their dependences allow |
/// | `trace` | what is told of the data environment |
/// | `program` | host programs for trials of all this |
/// | `diagnostic` | what is said when a rule is broken |
///
/// The rule: the runtime knows a program only by the bytes at its addresses, and an edition only by
/// its ABI profile. Start at [OffloadRuntime].
@NullMarked
package org.offloadtck.runtime;

import org.jspecify.annotations.NullMarked;
