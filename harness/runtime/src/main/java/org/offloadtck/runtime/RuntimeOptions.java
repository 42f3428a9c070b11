package org.offloadtck.runtime;

import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.ImageLoading;

/// The options of a runtime.
///
/// @param profile the edition
/// @param policy `OMP_TARGET_OFFLOAD`
/// @param loading when images are loaded
/// @param sharedMemory `LIBOMPTARGET_SHARED_MEMORY_SIZE`: the least dynamic shared memory of a
///   launch, in bytes (LLVM 19, offload/plugins-nextgen/common/src/PluginInterface.cpp,
///   GenericKernelTy::launch)
public record RuntimeOptions(
        AbiProfile profile, OffloadPolicy policy, ImageLoading loading, long sharedMemory) {

    /// Options without a least size of shared memory.
    public RuntimeOptions(AbiProfile profile, OffloadPolicy policy, ImageLoading loading) {
        this(profile, policy, loading, 0);
    }

    /// Options with the image loading of the edition.
    public static RuntimeOptions of(AbiProfile profile, OffloadPolicy policy) {
        return new RuntimeOptions(profile, policy, profile.runtime().imageLoading());
    }

    /// The same options with images loaded at registration, so that a faulty image is reported
    /// there.
    public RuntimeOptions withImagesLoadedAtRegistration() {
        return new RuntimeOptions(profile, policy, ImageLoading.AT_REGISTRATION, sharedMemory);
    }

    /// The same options with at least `bytes` of dynamic shared memory for each launch.
    public RuntimeOptions withSharedMemory(long bytes) {
        return new RuntimeOptions(profile, policy, loading, bytes);
    }
}
