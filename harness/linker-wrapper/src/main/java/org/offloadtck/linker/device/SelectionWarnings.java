package org.offloadtck.linker.device;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.ImageOrigin;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkRule;

/// Finds selections of a release that cannot be intended. Releases do not report them: a device
/// link fails because a symbol is defined twice, or a program finds no image at run time.
///
/// Requirement: DL-05.
final class SelectionWarnings {

    private SelectionWarnings() {}

    /// Returns the warnings for a selection.
    ///
    /// @param members the images, taken or not, of members of archives that have offload entries
    static List<LinkDiagnostic> of(List<TargetGroup> groups, List<ExtractedImage> members) {
        var warnings = new ArrayList<LinkDiagnostic>();
        if (groups.isEmpty()) {
            members.forEach(member -> warnings.add(leftOut(member)));
        }
        SequencedMap<ImageOrigin, List<TargetGroup>> joined = new LinkedHashMap<>();
        for (TargetGroup group : groups) {
            var seen = new HashSet<ImageOrigin>();
            for (ExtractedImage image : group.images()) {
                if (seen.add(image.origin())) {
                    joined.computeIfAbsent(image.origin(), _ -> new ArrayList<>()).add(group);
                } else {
                    warnings.add(takenTwice(image.origin(), group));
                }
            }
        }
        joined.forEach((origin, targets) -> {
            if (targets.size() > 1) {
                warnings.add(severalTargets(origin, targets));
            }
        });
        return warnings;
    }

    private static LinkDiagnostic leftOut(ExtractedImage member) {
        return diagnostic(
                member.origin(),
                LinkRule.LEFT_OUT,
                "for %s is left out, when an object on the line should be for that target"
                        .formatted(member.target()));
    }

    private static LinkDiagnostic takenTwice(ImageOrigin origin, TargetGroup group) {
        return diagnostic(
                origin,
                LinkRule.TAKEN_TWICE,
                "is linked for %s once more, when its archive should be searched as one"
                        .formatted(group.target()));
    }

    private static LinkDiagnostic severalTargets(ImageOrigin origin, List<TargetGroup> groups) {
        var targets = groups.stream().map(group -> group.target().toString()).toList();
        return diagnostic(
                origin,
                LinkRule.SEVERAL_TARGETS,
                "is linked for %s, when one of them should provide for it"
                        .formatted(String.join(" and ", targets)));
    }

    private static LinkDiagnostic diagnostic(ImageOrigin origin, LinkRule rule, String problem) {
        return new LinkDiagnostic(origin.file(), origin.position(), rule, problem);
    }
}
