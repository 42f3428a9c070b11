package org.offloadtck.linker.wrap;

import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

/// How linked images are wrapped.
///
/// @param profile says where toolchains differ
/// @param kind the programming model whose runtime the images are registered with
/// @param link what the wrapper object is linked into
public record WrapperOptions(AbiProfile profile, OffloadKind kind, LinkKind link) {

    /// For OpenMP's runtime, in a final link.
    public static WrapperOptions openmp(AbiProfile profile) {
        return new WrapperOptions(profile, OffloadKind.OPENMP, LinkKind.FINAL);
    }

    /// The same for a link of another kind.
    public WrapperOptions in(LinkKind other) {
        return new WrapperOptions(profile, kind, other);
    }

    /// The section of the images.
    String imageSection() {
        return switch (link) {
            case FINAL -> profile.wrapper().imageSection();
            case RELOCATABLE -> profile.relocatableLink().imageSection();
        };
    }
}
