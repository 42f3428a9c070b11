/// Images on a device: what the runtime makes of a device image before anything can be launched.
///
/// [ImageLoader] creates the program, tells its device runtime about the device, and finds the
/// device's side of every host entry ([DeviceEntry]): kernels with what their image says of them
/// ([KernelConfiguration]), variables with their memory.
///
/// The rule: an image is loaded whole or not at all; entries are found by name, never by position.
@NullMarked
package org.offloadtck.runtime.image;

import org.jspecify.annotations.NullMarked;
