package org.offloadtck.linker.wrap;

import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

/// How linked images are wrapped.
///
/// @param profile says where toolchains differ
/// @param kind the programming model whose runtime the images are registered with
/// @param link what the wrapper object is linked into
public record Wrapping(AbiProfile profile, OffloadKind kind, LinkKind link) {

    /// For OpenMP's runtime, in a final link.
    public static Wrapping openmp(AbiProfile profile) {
        return new Wrapping(profile, OffloadKind.OPENMP, LinkKind.FINAL);
    }

    /// The same for a link of another kind.
    public Wrapping in(LinkKind other) {
        return new Wrapping(profile, kind, other);
    }

    /// The section of the images.
    String imageSection() {
        return switch (link) {
            case FINAL -> profile.wrapper().imageSection();
            case RELOCATABLE -> profile.relocatableLink().imageSection();
        };
    }
}
