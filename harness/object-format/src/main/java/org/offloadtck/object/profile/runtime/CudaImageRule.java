package org.offloadtck.object.profile.runtime;

/// Which of NVIDIA's device images the runtime loads, by what their headers say.
public enum CudaImageRule {
    /// Every one whose machine is `EM_CUDA`.
    ANY,
    /// Those whose offload binary names the architecture in two digits, `sm_75`; of further digits
    /// the runtime reads the first two.
    ARCH_STRING,
    /// Those whose `e_flags` have the architecture in their lowest byte, as ABI version 7 has.
    FLAGS_V1,
    /// Those of ABI version 7, and those of 8, whose `e_flags` have the architecture in their
    /// second byte.
    FLAGS_V1_V2
}
