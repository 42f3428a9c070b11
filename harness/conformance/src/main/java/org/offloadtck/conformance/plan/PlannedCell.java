package org.offloadtck.conformance.plan;

import java.util.Comparator;

/// One result that a plan asks for.
///
/// @param key of the result if its scenario is not run, see
///   [ResultIdentity#key][org.offloadtck.conformance.result.ResultIdentity#key]. That of the result
///   has the same scenario, parameters and implementation; its steps may choose another device.
/// @param implementation the word that chooses a toolchain in place of the one that the scenario
///   names; empty for none
/// @param weight milliseconds that it is expected to take, at least 1
public record PlannedCell(String key, String implementation, ResourceClass resource, long weight) {

    /// The order of the cells of a plan.
    static final Comparator<PlannedCell> ORDER =
            Comparator.comparing(PlannedCell::key).thenComparing(PlannedCell::implementation);

    /// Precedes the implementation and the device in a key.
    static final String ARROW = " -> ";

    public PlannedCell {
        if (!key.contains(ARROW) || key.split("/", -1).length < 4) {
            throw new IllegalArgumentException(
                    "cell is '%s' when it should be the key of a result".formatted(key));
        }
        if (weight < 1) {
            throw new IllegalArgumentException(
                    "weight is %d when it should be 1 or more".formatted(weight));
        }
    }

    /// The scenario and its parameters, as a run's list of planned scenarios has them.
    public String example() {
        return example(key);
    }

    /// The first two parts of the key of a result; the whole of what is no key.
    static String example(String key) {
        int end = key.indexOf('/', key.indexOf('/') + 1);
        return end < 0 ? key : key.substring(0, end);
    }

    PlannedCell withWeight(long other) {
        return new PlannedCell(key, implementation, resource, other);
    }
}
