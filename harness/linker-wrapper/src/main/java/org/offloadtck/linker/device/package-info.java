/// The device side of a link: selects device images, groups them by target, and links each group.
///
/// [DeviceImageSelection] decides which members of archives take part and groups all images by
/// (triple, arch) into one [DeviceInput]. An [ImageLinker] makes one [LinkedImage] of each
/// [TargetGroup]; [DeviceLinkers] is the one that asks the
/// [DeviceLinker][org.offloadtck.plugin.image.DeviceLinker]s that `ServiceLoader` finds.
///
/// The rule: a target without a device linker is an error that names the image; no image is left
/// out without a diagnostic.
///
/// Start at [DeviceImageSelection].
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, getDeviceInput,
///   linkAndWrapDeviceFiles, linkDevice"
@NullMarked
package org.offloadtck.linker.device;

import org.jspecify.annotations.NullMarked;
