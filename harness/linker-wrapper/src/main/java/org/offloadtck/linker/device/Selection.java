package org.offloadtck.linker.device;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.linker.extract.ExtractedImage;
import org.offloadtck.object.profile.TargetMatching;
import org.offloadtck.plugin.TargetId;

/// Sorts images into the groups that are linked together.
public final class Selection {

    private Selection() {}

    /// One group for each target, greatest triple first and of those greatest arch (`sm_90` before
    /// `sm_75`), the order in which linked images are wrapped. An image joins every group it is
    /// compatible with.
    ///
    /// @see "LLVM 23, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, bundleOpenMP: images
    ///   are sorted by triple and arch, descending"
    public static List<TargetGroup> groups(List<ExtractedImage> images, TargetMatching matching) {
        SequencedMap<TargetId, List<ExtractedImage>> groups = new LinkedHashMap<>();
        targets(images, matching).forEach(target -> groups.put(target, new ArrayList<>()));
        for (ExtractedImage image : images) {
            groups.forEach((target, members) -> {
                if (TargetCompatibility.compatible(matching, image.target(), target)) {
                    members.add(image);
                }
            });
        }
        return groups.entrySet().stream()
                .map(group -> new TargetGroup(group.getKey(), group.getValue()))
                .sorted(
                        comparing((TargetGroup group) -> group.target().triple())
                                .thenComparing(group -> group.target().arch())
                                .reversed())
                .toList();
    }

    /// The targets that get an image: all that occur, or those no more specific one provides for.
    private static List<TargetId> targets(List<ExtractedImage> images, TargetMatching matching) {
        var all = images.stream().map(ExtractedImage::target).distinct().toList();
        return switch (matching) {
            case EXACT, SAME_PROCESSOR, GENERIC -> all;
            case MOST_SPECIFIC -> mostSpecific(all);
        };
    }

    private static List<TargetId> mostSpecific(List<TargetId> all) {
        var kept = new ArrayList<TargetId>();
        all.stream()
                .sorted(comparingInt(Selection::specificity).reversed())
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
