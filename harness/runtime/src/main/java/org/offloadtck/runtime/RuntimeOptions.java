package org.offloadtck.runtime;

import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.ImageLoading;

/// The options of a runtime.
///
/// @param profile the edition
/// @param policy `OMP_TARGET_OFFLOAD`
/// @param loading when images are loaded
public record RuntimeOptions(AbiProfile profile, OffloadPolicy policy, ImageLoading loading) {

    /// Options with the image loading of the edition.
    public static RuntimeOptions of(AbiProfile profile, OffloadPolicy policy) {
        return new RuntimeOptions(profile, policy, profile.runtime().imageLoading());
    }

    /// The same options with images loaded at registration, so that a faulty image is reported
    /// there.
    public RuntimeOptions withImagesLoadedAtRegistration() {
        return new RuntimeOptions(profile, policy, ImageLoading.AT_REGISTRATION);
    }
}
