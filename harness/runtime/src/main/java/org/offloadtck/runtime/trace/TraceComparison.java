package org.offloadtck.runtime.trace;

import java.util.ArrayList;
import java.util.List;

/// The differences of two traces of one program on one device: kind, order, size, counts and
/// relative address of their events.
///
/// @param differences one line each, with `-` in front for an event of the first trace only and `+`
///   for one of the second only
public record TraceComparison(List<String> differences) {

    public TraceComparison {
        differences = List.copyOf(differences);
    }

    /// Compares `one` with `other` by their longest common subsequence.
    public static TraceComparison of(List<MapEvent> one, List<MapEvent> other) {
        return ofLines(NormalizedTrace.lines(one), NormalizedTrace.lines(other));
    }

    /// Compares two texts whose lines do not depend on addresses.
    public static TraceComparison ofLines(List<String> left, List<String> right) {
        int[][] common = common(left, right);
        var differences = new ArrayList<String>();
        int i = 0;
        int j = 0;
        while (i < left.size() || j < right.size()) {
            if (i < left.size() && j < right.size() && left.get(i).equals(right.get(j))) {
                i++;
                j++;
            } else if (j == right.size()
                    || (i < left.size() && common[i + 1][j] >= common[i][j + 1])) {
                differences.add("- " + left.get(i++));
            } else {
                differences.add("+ " + right.get(j++));
            }
        }
        return new TraceComparison(differences);
    }

    /// Length of the longest common subsequence of the rests of both, for each pair of positions.
    private static int[][] common(List<String> left, List<String> right) {
        var common = new int[left.size() + 1][right.size() + 1];
        for (int i = left.size() - 1; i >= 0; i--) {
            for (int j = right.size() - 1; j >= 0; j--) {
                common[i][j] =
                        left.get(i).equals(right.get(j))
                                ? common[i + 1][j + 1] + 1
                                : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
