/// Images loaded on a device.
///
/// [ImageLoader] creates the program, writes the device environment that the image's device runtime
/// reads, and finds the device counterpart of every host entry ([DeviceEntry]): kernels with the
/// configuration that their image states ([KernelConfiguration]), variables with their memory.
/// [GlobalConstructors] calls the constructors and destructors that an image names by symbols.
///
/// The rule: an image is loaded completely or not at all; entries are found by name, never by
/// position. Start at [ImageLoader].
@NullMarked
package org.offloadtck.runtime.image;

import org.jspecify.annotations.NullMarked;
