package org.offloadtck.object.codeobject;

import org.offloadtck.object.bytes.ObjectBytes;

/// A kernel descriptor, by which a kernel is launched: `NAME.kd` in `.rodata`.
///
/// Source: LLVM 22, llvm/docs/AMDGPUUsage.rst, "Kernel Descriptor".
///
/// @param argumentBytes size of the kernel argument segment in bytes; 0 if it is not stated
/// @param entryOffset from the descriptor to the kernel's first instruction, in bytes
public record KernelDescriptor(long argumentBytes, long entryOffset) {

    /// In bytes.
    public static final int SIZE = 64;

    /// The end of a descriptor's symbol.
    public static final String SUFFIX = ".kd";

    /// Offset of the field `KERNEL_CODE_ENTRY_BYTE_OFFSET`, in bytes.
    public static final int ENTRY_FIELD = 16;

    private static final int ARGUMENTS_FIELD = 8;

    /// Reads the descriptor at `at`.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if it runs past the end
    public static KernelDescriptor parse(ObjectBytes section, long at) {
        section.at(at, SIZE, "kernel descriptor");
        return new KernelDescriptor(
                section.u32(at + ARGUMENTS_FIELD, "kernarg size"),
                section.i64(at + ENTRY_FIELD, "kernel code entry"));
    }
}
