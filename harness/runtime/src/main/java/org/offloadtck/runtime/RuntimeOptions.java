package org.offloadtck.runtime;

import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.ImageLoading;

/// How a runtime behaves.
///
/// @param profile the edition
/// @param policy `OMP_TARGET_OFFLOAD`
/// @param loading when images are loaded
public record RuntimeOptions(AbiProfile profile, OffloadPolicy policy, ImageLoading loading) {

    /// Those of the edition.
    public static RuntimeOptions of(AbiProfile profile, OffloadPolicy policy) {
        return new RuntimeOptions(profile, policy, profile.runtime().imageLoading());
    }

    /// These, but every image is loaded when it is registered, so that a fault of an image shows
    /// there.
    public RuntimeOptions withImagesLoadedAtRegistration() {
        return new RuntimeOptions(profile, policy, ImageLoading.AT_REGISTRATION);
    }
}
