package org.offloadtck.object.check;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.check.observation.Observations.OffloadKindCode;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.profile.AbiProfile;

/// Names offload kinds as the profiles do that a file agrees with.
final class OffloadKindNames {

    private final Set<OffloadKindNumbering> numberings = new LinkedHashSet<>();

    /// @param profiles those that agree; where none does, all there are
    OffloadKindNames(List<AbiProfile> profiles) {
        profiles.forEach(profile -> numberings.add(profile.fatObject().kindNumbering()));
    }

    /// The name of the kind; several, separated by `or`, where the numberings differ.
    String name(OffloadKindCode kind) {
        return switch (kind) {
            case OffloadKindCode.Named(var named) -> named.label();
            case OffloadKindCode.Word(var word) -> word;
            case OffloadKindCode.Numbered(var code) ->
                    numberings.stream()
                            .map(numbering -> numbering.nameOf(code))
                            .distinct()
                            .collect(Collectors.joining(" or "));
        };
    }

    /// The kind in whose terms flags are read: the first that a numbering knows.
    Optional<OffloadKind> kind(OffloadKindCode kind) {
        return switch (kind) {
            case OffloadKindCode.Named(var named) -> Optional.of(named);
            case OffloadKindCode.Word _ -> Optional.empty();
            case OffloadKindCode.Numbered(var code) ->
                    numberings.stream()
                            .flatMap(numbering -> numbering.kind(code).stream())
                            .findFirst();
        };
    }
}
