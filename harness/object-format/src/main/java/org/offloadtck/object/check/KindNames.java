package org.offloadtck.object.check;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.check.Evidence.KindCode;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.profile.AbiProfile;

/// Names offload kinds as the profiles do that a file agrees with.
final class KindNames {

    private final Set<OffloadKindNumbering> numberings = new LinkedHashSet<>();

    /// @param profiles those that agree; where none does, all there are
    KindNames(List<AbiProfile> profiles) {
        profiles.forEach(profile -> numberings.add(profile.fatObject().kindNumbering()));
    }

    /// The name of the kind; several, separated by `or`, where the numberings differ.
    String name(KindCode kind) {
        return switch (kind) {
            case KindCode.Named(var named) -> named.label();
            case KindCode.Word(var word) -> word;
            case KindCode.Numbered(var code) ->
                    numberings.stream()
                            .map(numbering -> numbering.nameOf(code))
                            .distinct()
                            .collect(Collectors.joining(" or "));
        };
    }

    /// The kind in whose terms flags are read: the first that a numbering knows.
    Optional<OffloadKind> kind(KindCode kind) {
        return switch (kind) {
            case KindCode.Named(var named) -> Optional.of(named);
            case KindCode.Word _ -> Optional.empty();
            case KindCode.Numbered(var code) ->
                    numberings.stream()
                            .flatMap(numbering -> numbering.kind(code).stream())
                            .findFirst();
        };
    }
}
