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

/// The images taken so far, by the target they are linked for.
///
/// An image joins the group of its own target and every group *there is* that takes it, so that,
/// but for [TargetMatching#MOST_SPECIFIC], the order on the line decides what is linked together.
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

    /// @param wanted arches for which members of archives are taken though no object is for them
    TargetGroups(AbiProfile.DeviceLink rules, Set<String> wanted) {
        this.rules = rules;
        this.wanted = wanted;
    }

    /// Opens the groups that images for `targets` are linked in, where they depend on all of them.
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

    /// Takes the image of an archive's member, if it is needed; whether it was.
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

    /// What was taken, greatest triple first and of those greatest arch (`sm_90` before `sm_75`):
    /// the order in which linked images are wrapped.
    ///
    /// @see "LLVM 23, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, bundleOpenMP: images
    ///   are sorted by triple and arch, descending"
    ///
    /// @param members the images of the archives on the line, taken or not
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

    /// The targets for which no more specific one provides.
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

    /// How much a target asks for: its features, and a processor more than `generic`.
    private static int specificity(TargetId target) {
        return target.arch().equals("generic") ? 0 : target.arch().split(":", -1).length;
    }
}
