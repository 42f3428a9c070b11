/// The second and third step: chooses device images, sorts them by target, and has each target's
/// images linked.
///
/// [DeviceImageSelection] decides which members of archives take part and groups all images by
/// (triple, arch) into one [DeviceInput]; [DeviceLinkers] asks the
/// [DeviceLinker][org.offloadtck.plugin.image.DeviceLinker] of each target, found by
/// `ServiceLoader`, for one [LinkedImage].
///
/// The rule: a target nobody can link is an error that says what was to be linked, never an image
/// left out.
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, getDeviceInput,
///   linkAndWrapDeviceFiles, linkDevice"
@NullMarked
package org.offloadtck.linker.device;

import org.jspecify.annotations.NullMarked;
