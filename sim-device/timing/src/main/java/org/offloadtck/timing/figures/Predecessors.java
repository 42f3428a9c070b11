package org.offloadtck.timing.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The architectures whose figures stand in where an architecture has none of its own.
///
/// They are those whose multiprocessors resemble each other most (*CUDA C++ Programming Guide*
/// 13.0, §17): the ones with 64-bit floating point at half the rate of 32-bit, `sm_80`, `sm_90` and
/// `sm_100`, and the ones with 128 KiB for cache and shared memory, `sm_86`, `sm_89` and `sm_120`.
/// A figure that is taken from a predecessor is [Basis#ASSUMED].
public final class Predecessors {

    private static final Map<Integer, Integer> BEFORE = Map.of(86, 80, 89, 86, 100, 90, 120, 89);

    private Predecessors() {}

    /// The names of the predecessors, the nearest first: `sm_86`, `sm_80` of `sm_89`.
    ///
    /// @param sm the number of the architecture: 89
    public static List<String> of(int sm) {
        var names = new ArrayList<String>();
        for (var each = BEFORE.get(sm); each != null; each = BEFORE.get(each)) {
            names.add("sm_" + each);
        }
        return List.copyOf(names);
    }

    /// What the source of a figure says that is taken from a predecessor.
    public static String source(String predecessor, String source) {
        return "as %s's: %s".formatted(predecessor, source);
    }
}
