package org.offloadtck.linker.wrap;

import java.util.Optional;
import org.offloadtck.linker.module.FunctionDeclaration;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.object.offload.OffloadKind;

/// The names and constants in which CUDA and HIP differ.
///
/// @see "LLVM 16 to 22, OffloadWrapper.cpp, CudaFatMagic, HIPFatMagic, createFatbinDesc"
enum FatbinNames {
    CUDA("cuda", 0x466243b1L, ".nv_fatbin", ".nvFatBinSegment"),
    HIP("hip", 0x48495046L, ".hip_fatbin", ".hipFatBinSegment");

    private final String word;
    private final long magic;
    private final String imageSection;
    private final String wrapperSection;

    FatbinNames(String word, long magic, String imageSection, String wrapperSection) {
        this.word = word;
        this.magic = magic;
        this.imageSection = imageSection;
        this.wrapperSection = wrapperSection;
    }

    static FatbinNames of(OffloadKind kind) {
        return switch (kind) {
            case CUDA -> CUDA;
            case HIP -> HIP;
            case OPENMP, SYCL -> throw new IllegalArgumentException("no fat binary: " + kind);
        };
    }

    long magic() {
        return magic;
    }

    String imageSection() {
        return imageSection;
    }

    String wrapperSection() {
        return wrapperSection;
    }

    /// A symbol of the wrapper object: `.cuda.fatbin_reg`.
    String symbol(String name) {
        return ".%s.%s".formatted(word, name);
    }

    /// A function of the runtime: `__cudaRegisterVar`.
    String call(String name) {
        return "__%s%s".formatted(word, name);
    }

    /// The runtime function that is called after the last entry, if there is one.
    Optional<FunctionDeclaration> end() {
        return switch (this) {
            case CUDA ->
                    Optional.of(
                            FunctionDeclaration.of(call("RegisterFatBinaryEnd"), IrType.POINTER));
            case HIP -> Optional.empty();
        };
    }

    /// Whether surfaces and textures are registered: linker wrappers pass
    /// `EmitSurfacesAndTextures=false` for CUDA, since CUDA 12 has no such calls.
    boolean registersTextures() {
        return this == HIP;
    }
}
