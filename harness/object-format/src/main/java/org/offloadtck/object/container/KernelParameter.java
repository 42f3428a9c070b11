package org.offloadtck.object.container;

/// A parameter of a kernel, as a cubin describes it.
///
/// @param ordinal its place among the parameters, from 0 on
/// @param offset in the kernel's parameter block, in bytes
/// @param size in bytes
public record KernelParameter(int ordinal, int offset, int size) {

    /// Offset of the first byte after the parameter.
    int end() {
        return offset + size;
    }
}
