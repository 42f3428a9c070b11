package org.offloadtck.toolkit;

/// A CUDA release that a toolkit states.
///
/// clang warns of a release that is newer than it fully supports, and takes from the release the
/// PTX version that it writes. Source: LLVM 15, 16, 19 and 22, `clang/include/clang/Basic/Cuda.h`,
/// `FULLY_SUPPORTED` and `PARTIALLY_SUPPORTED`, and `clang/lib/Driver/ToolChains/Cuda.cpp`,
/// `getNVPTXTargetFeatures`.
public enum CudaRelease {
    /// The newest that clang 15 and 16 fully support. clang 22 cannot compile for `sm_90` with it:
    /// PTX 7.5 has no such target.
    CUDA_11_5("11.5", 11050),
    /// The oldest with `sm_90`; clang 15 and 16 warn of it.
    CUDA_11_8("11.8", 11080),
    /// The oldest with `sm_100` and `sm_120`, which clang 22 compiles for.
    CUDA_12_8("12.8", 12080);

    private final String release;
    private final int number;

    CudaRelease(String release, int number) {
        this.release = release;
        this.number = number;
    }

    /// Major and minor release: `11.8`.
    String release() {
        return release;
    }

    /// `CUDA_VERSION`: 1000 times the major release and 10 times the minor (*CUDA Driver API*
    /// 11.8).
    int number() {
        return number;
    }

    /// As users write it.
    @Override
    public String toString() {
        return release;
    }
}
