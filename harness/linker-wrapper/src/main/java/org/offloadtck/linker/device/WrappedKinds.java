package org.offloadtck.linker.device;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.input.MatchingProfiles;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.profile.AbiProfile;

/// The programming models whose images a profile wraps.
public record WrappedKinds(AbiProfile profile) {

    /// The programming models whose images are in `group`.
    ///
    /// @throws LinkException if there are none, so that nothing would register the linked image
    public Set<OffloadKind> of(TargetGroup group) {
        var numbering = profile.fatObject().kindNumbering();
        var kinds = EnumSet.noneOf(OffloadKind.class);
        for (ExtractedImage image : group.images()) {
            numbering.kind(image.image().offloadKindCode()).ifPresent(kinds::add);
        }
        if (kinds.isEmpty()) {
            throw notWrapped(group.images().getFirst(), "none");
        }
        return kinds;
    }

    /// Rejects an image whose programming model the profile does not wrap. An image without a
    /// programming model passes: it is linked with others.
    ///
    /// @throws LinkException if the profile does not wrap the image's programming model
    public void require(ExtractedImage extracted) {
        int code = extracted.image().offloadKindCode();
        var numbering = profile.fatObject().kindNumbering();
        boolean isWrapped =
                code == 0
                        || numbering
                                .kind(code)
                                .flatMap(kind -> profile.wrapper().dummySymbol(kind))
                                .isPresent();
        if (!isWrapped) {
            throw notWrapped(extracted, numbering.nameOf(code));
        }
    }

    private LinkException notWrapped(ExtractedImage extracted, String kind) {
        return new LinkException(
                extracted.origin().file(),
                extracted.origin().position(),
                LinkRule.OFFLOAD_KIND,
                "is of kind %s, when those of profile %s are %s%s"
                        .formatted(kind, profile.id(), labels(), otherMeaning(extracted)));
    }

    /// The meaning of the image's kind code in the numbering of other releases.
    private String otherMeaning(ExtractedImage extracted) {
        int code = extracted.image().offloadKindCode();
        var here = profile.fatObject().kindNumbering().kind(code);
        return Arrays.stream(OffloadKindNumbering.values())
                .filter(other -> !other.kind(code).equals(here))
                .flatMap(other -> other.kind(code).stream().map(kind -> meaning(other, kind)))
                .findFirst()
                .orElse("");
    }

    private static String meaning(OffloadKindNumbering numbering, OffloadKind kind) {
        return "; it is %s as %s number kinds"
                .formatted(
                        kind.label(),
                        MatchingProfiles.ids(other ->
                                other.fatObject().kindNumbering() == numbering
                                        && other.wrapper().dummySymbol(kind).isPresent()));
    }

    private String labels() {
        return Arrays.stream(OffloadKind.values())
                .filter(kind -> profile.wrapper().dummySymbol(kind).isPresent())
                .map(OffloadKind::label)
                .collect(joining(", "));
    }
}
