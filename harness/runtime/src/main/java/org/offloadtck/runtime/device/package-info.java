/// One device as the runtime uses it: its data environment, the images assigned to it and the
/// images loaded on it.
///
/// [TargetDevice] loads and unloads the image of each library, registers the library's variables in
/// the data environment and runs constructors and destructors. [LaunchPreparation] finds the kernel
/// of a target region among the loaded images and reads the arguments of its launch.
///
/// The rule: a library's image is loaded completely or not at all. Start at [TargetDevice].
@NullMarked
package org.offloadtck.runtime.device;

import org.jspecify.annotations.NullMarked;
