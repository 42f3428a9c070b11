package org.offloadtck.object.profile.runtime;

/// The images for NVIDIA GPUs that a runtime loads, by their headers.
public enum CudaImageRule {
    /// Every image of machine `EM_CUDA`.
    ANY,
    /// Images whose offload binary states an architecture of two digits, such as `sm_75`; of more
    /// digits, the runtime reads the first two.
    ARCH_STRING,
    /// Images with the architecture in the lowest byte of `e_flags`, as in ABI version 7.
    FLAGS_V1,
    /// Images of ABI version 7, and of version 8 with the architecture in the second byte of
    /// `e_flags`.
    FLAGS_V1_V2
}
