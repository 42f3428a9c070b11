/// The inputs of a link and the device images in them, and the diagnostics of a link.
///
/// A [LinkInput] is a file, recognized by its first bytes as linkers do, never by its name.
/// [ImageExtraction] finds the device images in it: in sections of type `SHT_LLVM_OFFLOADING`, in
/// sections that the bundler of older releases names, or in a file of offload binaries. A link that
/// fails throws a [LinkException] with one [LinkDiagnostic] for each defect; bytes that break their
/// format are a [MalformedObjectException][org.offloadtck.object.bytes.MalformedObjectException].
///
/// The rule: every input has a name, `z.o` or `libx.a(y.o)`, every image has an [ImageOrigin], and
/// every diagnostic states them.
///
/// Start at [LinkInput].
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, getDeviceInput"
@NullMarked
package org.offloadtck.linker.input;

import org.jspecify.annotations.NullMarked;
