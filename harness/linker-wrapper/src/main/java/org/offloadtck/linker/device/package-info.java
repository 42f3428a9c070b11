/// The second and third step: sorts device images by target, and has each target's images linked.
///
/// [Selection] groups what was extracted by (triple, arch); [DeviceLinkers] asks the
/// [DeviceLinker][org.offloadtck.plugin.DeviceLinker] of each target, found by `ServiceLoader`, for
/// one [LinkedImage].
///
/// The rule: a target nobody can link is an error that says what was to be linked, never an image
/// left out.
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, linkAndWrapDeviceFiles,
///   linkDevice"
@NullMarked
package org.offloadtck.linker.device;

import org.jspecify.annotations.NullMarked;
