package org.offloadtck.linker.device;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.offloadtck.object.profile.link.TargetMatching;
import org.offloadtck.plugin.image.TargetId;

/// Decides whether an image for one target may be linked into the image of another.
///
/// @see "LLVM 22, llvm/lib/Object/OffloadBinary.cpp, areTargetsCompatible"
final class TargetCompatibility {

    private static final String GENERIC = "generic";
    private static final String AMD = "amdgcn";

    private TargetCompatibility() {}

    static boolean compatible(TargetMatching matching, TargetId one, TargetId other) {
        if (one.equals(other)) {
            return true;
        }
        return one.triple().equals(other.triple())
                && switch (matching) {
                    case EXACT -> false;
                    case SAME_PROCESSOR -> sameProcessor(one, other);
                    case GENERIC, MOST_SPECIFIC ->
                            one.arch().equals(GENERIC)
                                    || other.arch().equals(GENERIC)
                                    || sameProcessor(one, other);
                };
    }

    /// Whether both are the same AMD processor and no feature is on for one and off for the other:
    /// `gfx90a` and `gfx90a:xnack+`.
    private static boolean sameProcessor(TargetId one, TargetId other) {
        if (!one.triple().startsWith(AMD)) {
            return false;
        }
        var ones = List.of(one.arch().split(":", -1));
        var others = List.of(other.arch().split(":", -1));
        return ones.getFirst().equals(others.getFirst())
                && contradictions(ones).stream().noneMatch(others::contains);
    }

    /// The features of `arch` with the opposite sign.
    private static Set<String> contradictions(List<String> arch) {
        var turned = new LinkedHashSet<String>();
        for (String feature : arch.subList(1, arch.size())) {
            if (feature.endsWith("+")) {
                turned.add(feature.substring(0, feature.length() - 1) + "-");
            } else if (feature.endsWith("-")) {
                turned.add(feature.substring(0, feature.length() - 1) + "+");
            }
        }
        return turned;
    }
}
