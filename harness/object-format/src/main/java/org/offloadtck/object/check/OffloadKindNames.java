package org.offloadtck.object.check;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.profile.AbiProfile;

/// Names offload kinds by the numberings of the profiles with which a file agrees.
///
/// Requirement: OB-06.
final class OffloadKindNames {

    private final Set<OffloadKindNumbering> numberings = new LinkedHashSet<>();
    private final Map<OffloadKindCode, String> names = new HashMap<>();
    private final Map<OffloadKindCode, Optional<OffloadKind>> kinds = new HashMap<>();

    /// @param profiles the profiles that agree; all profiles if none agrees
    OffloadKindNames(List<AbiProfile> profiles) {
        profiles.forEach(profile -> numberings.add(profile.fatObject().kindNumbering()));
    }

    /// The name of the kind; if the numberings differ, all names separated by `or`.
    String name(OffloadKindCode kind) {
        return names.computeIfAbsent(kind, this::nameOf);
    }

    private String nameOf(OffloadKindCode kind) {
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

    /// The kind that decides what entry flags mean: the first that a numbering has for the code.
    Optional<OffloadKind> kind(OffloadKindCode kind) {
        return kinds.computeIfAbsent(kind, this::kindOf);
    }

    private Optional<OffloadKind> kindOf(OffloadKindCode kind) {
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
