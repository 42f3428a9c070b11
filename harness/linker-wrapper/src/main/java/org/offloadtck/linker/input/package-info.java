/// The first step: finds the device images that a link line carries.
///
/// A host object carries them in sections of type `SHT_LLVM_OFFLOADING`, whatever their name; the
/// bundler of older releases in sections it names itself; the packager in a file of their own.
/// [ImageExtraction] takes every image out of one input; which of them take part in a link is
/// decided by [Selection][org.offloadtck.linker.device.DeviceImageSelection].
///
/// The rule: an image never loses its [ImageOrigin], so that every later diagnostic can say which
/// file, section and place it came from.
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, getDeviceInput"
@NullMarked
package org.offloadtck.linker.input;

import org.jspecify.annotations.NullMarked;
