/// The reference runtime: what `libomptarget` does between a linked program and its devices, over
/// the plugin SPI.
///
/// | package | content |
/// |---|---|
/// | `memory` | the memory of the host program, and the queue to a device |
/// | `registration` | binary descriptors, images and entries, as read from host memory |
/// | `image` | images loaded on a device |
/// | `indirect` | device functions that device code calls through host function pointers |
/// | `argument` | the arguments of a construct, as the compiler passes them |
/// | `table` | the host-to-device table |
/// | `mapping` | the constructs that change the table: target data, target update |
/// | `launch` | target regions |
/// | `task` | constructs with `nowait`, in an order that their dependences allow |
/// | `device` | one device with the libraries loaded on it |
/// | `trace` | events of the data environment |
/// | `program` | host programs without code, for scenarios and tests |
/// | `diagnostic` | the exceptions |
///
/// The rule: the runtime knows a program only by the bytes at its addresses, and an edition only by
/// its ABI profile. Start at [OffloadRuntime].
@NullMarked
package org.offloadtck.runtime;

import org.jspecify.annotations.NullMarked;
