package org.offloadtck.linker.wrap;

import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

/// The options of a wrapper object.
///
/// @param profile selects the form where releases differ
/// @param kind the programming model whose runtime registers the images
/// @param link the kind of link that the wrapper object takes part in
public record WrapperOptions(AbiProfile profile, OffloadKind kind, LinkKind link) {

    /// Options for OpenMP's runtime in a final link.
    public static WrapperOptions openmp(AbiProfile profile) {
        return new WrapperOptions(profile, OffloadKind.OPENMP, LinkKind.FINAL);
    }

    /// These options for a link of another kind.
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
