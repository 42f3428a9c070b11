package org.offloadtck.linker.device;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.link.TargetMatching;
import org.offloadtck.plugin.image.TargetId;

/// The images taken so far, by the target for which they are linked.
///
/// An image joins the group of its own target and every existing group of a compatible target.
/// Therefore the order of the line decides what is linked together, except for
/// [TargetMatching#MOST_SPECIFIC].
final class TargetGroups {

    private final AbiProfile.DeviceLink rules;
    private final Set<String> wanted;
    private final SequencedMap<TargetId, Group> groups = new LinkedHashMap<>();
    private final List<ExtractedImage> taken = new ArrayList<>();

    private record Group(List<ExtractedImage> images, DeviceSymbols symbols) {

        void add(CandidateImage candidate) {
            images.add(candidate.image());
            symbols.add(candidate);
        }
    }

    /// Creates the groups of an empty selection.
    ///
    /// @param wanted arches for which members of archives are taken although no object is for them
    TargetGroups(AbiProfile.DeviceLink rules, Set<String> wanted) {
        this.rules = rules;
        this.wanted = wanted;
    }

    /// Creates the groups for `targets`, if the profile determines groups from all targets of the
    /// line.
    void open(List<TargetId> targets) {
        if (rules.matching() == TargetMatching.MOST_SPECIFIC) {
            mostSpecific(targets).forEach(this::group);
        }
    }

    /// Takes the image of an object.
    void take(ExtractedImage image) {
        var candidate = CandidateImage.of(image);
        targetsOf(image.target()).forEach(target -> group(target).add(candidate));
        taken.add(image);
    }

    /// Takes the image of an archive member if the link needs it; returns whether it did.
    boolean takeIfNeeded(CandidateImage candidate) {
        var targets = targetsOf(candidate.image().target());
        boolean isTaken = false;
        for (TargetId target : targets) {
            if ((groups.containsKey(target) || wanted.contains(target.arch()))
                    && isNeeded(candidate, group(target))) {
                group(target).add(candidate);
                isTaken = true;
            }
        }
        if (isTaken) {
            taken.add(candidate.image());
        }
        return isTaken;
    }

    private boolean isNeeded(CandidateImage candidate, Group group) {
        return switch (rules.archives()) {
            case EVERY_MEMBER -> true;
            case LEFT_TO_RIGHT, FIXPOINT -> group.symbols().needs(candidate);
        };
    }

    /// The selection, in the order in which linked images are wrapped: by triple, then by arch,
    /// both descending (`sm_90` before `sm_75`).
    ///
    /// @param members the images, taken or not, of members of archives that have offload entries
    /// @see "LLVM 23, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, bundleOpenMP: images
    ///   are sorted by triple and arch, descending"
    DeviceInput result(List<ExtractedImage> members) {
        var sorted =
                groups.entrySet().stream()
                        .filter(group -> !group.getValue().images().isEmpty())
                        .map(group -> new TargetGroup(group.getKey(), group.getValue().images()))
                        .sorted(
                                comparing((TargetGroup group) -> group.target().triple())
                                        .thenComparing(group -> group.target().arch())
                                        .reversed())
                        .toList();
        return new DeviceInput(taken, sorted, SelectionWarnings.of(sorted, members));
    }

    private Group group(TargetId target) {
        return groups.computeIfAbsent(
                target, _ -> new Group(new ArrayList<>(), new DeviceSymbols(rules.symbols())));
    }

    private List<TargetId> targetsOf(TargetId own) {
        var targets = new ArrayList<TargetId>();
        for (TargetId other : groups.keySet()) {
            if (!other.equals(own)
                    && TargetCompatibility.compatible(rules.matching(), own, other)) {
                targets.add(other);
            }
        }
        boolean ownGroup =
                switch (rules.matching()) {
                    case EXACT, SAME_PROCESSOR, GENERIC -> true;
                    case MOST_SPECIFIC -> targets.isEmpty() || groups.containsKey(own);
                };
        if (ownGroup) {
            targets.addFirst(own);
        }
        return targets;
    }

    /// The targets that no more specific target of the line covers.
    private static List<TargetId> mostSpecific(List<TargetId> all) {
        var kept = new ArrayList<TargetId>();
        all.stream()
                .distinct()
                .sorted(comparingInt(TargetGroups::specificity).reversed())
                .filter(target ->
                        kept.stream()
                                .noneMatch(other ->
                                        TargetCompatibility.compatible(
                                                TargetMatching.MOST_SPECIFIC, target, other)))
                .forEach(kept::add);
        return kept;
    }

    /// The specificity of a target: the number of its features, plus one for a processor other than
    /// `generic`.
    private static int specificity(TargetId target) {
        return target.arch().equals("generic") ? 0 : target.arch().split(":", -1).length;
    }
}
