/// Code objects: ELF files with code for AMD GPUs, and the metadata of their kernels.
///
/// A code object states its processor in `e_flags` ([CodeObjectTarget]), has a descriptor of 64
/// bytes for each kernel ([KernelDescriptor]), and describes the kernels a second time in a note
/// ([CodeObjectMetadata]) in MessagePack.
///
/// The rule: each part is read on its own; whether they agree is for a check to judge.
///
/// Start at [CodeObjectMetadata].
///
/// @see "LLVM 22, llvm/docs/AMDGPUUsage.rst, Code Object"
@NullMarked
package org.offloadtck.object.codeobject;

import org.jspecify.annotations.NullMarked;
