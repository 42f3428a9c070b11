package org.offloadtck.plugin.image;

/// The target of device code: LLVM's `OffloadFile::TargetID`.
///
/// @param triple such as `nvptx64-nvidia-cuda`
/// @param arch such as `sm_75`; empty when the target has none
/// @see "LLVM, llvm/include/llvm/Object/OffloadBinary.h, OffloadFile::TargetID"
public record TargetId(String triple, String arch) {

    @Override
    public String toString() {
        return arch.isEmpty() ? triple : triple + ":" + arch;
    }
}
