package org.offloadtck.runtime;

import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.ImageLoading;

/// How a runtime behaves.
///
/// @param profile the edition
/// @param policy `OMP_TARGET_OFFLOAD`
/// @param loading when images are loaded
public record RuntimeBehavior(AbiProfile profile, OffloadPolicy policy, ImageLoading loading) {

    /// Those of the edition.
    public static RuntimeBehavior of(AbiProfile profile, OffloadPolicy policy) {
        return new RuntimeBehavior(profile, policy, profile.runtime().imageLoading());
    }

    /// These, but every image is loaded when it is registered, so that a fault of an image shows
    /// there.
    public RuntimeBehavior loadingAtRegistration() {
        return new RuntimeBehavior(profile, policy, ImageLoading.AT_REGISTRATION);
    }
}
