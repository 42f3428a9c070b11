package org.offloadtck.conformance.plan;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/// Assigns results to the cells that ask for them, by their keys. Several cells may ask for one
/// example: on several devices, or of several implementations. A result without a device or an
/// implementation is one of a scenario that ended before it chose them.
final class CellAssignment {

    private static final String NO_DEVICE = "none";

    private static final String REFERENCE = "reference";

    /// The examples that several cells ask for.
    private final Set<String> repeated = new HashSet<>();

    /// @param all the cells of the plan, ordered by their keys: those of one example follow each
    ///   other
    CellAssignment(List<PlannedCell> all) {
        for (int i = 1; i < all.size(); i++) {
            var example = all.get(i).example();
            if (example.equals(all.get(i - 1).example())) {
                repeated.add(example);
            }
        }
    }

    /// Whether a cell asks for a result with this key, from the strictest on.
    private List<BiPredicate<PlannedCell, String>> rules() {
        return List.of(
                (cell, key) ->
                        implementation(cell.key()).equals(implementation(key))
                                && platform(cell.key()).equals(platform(key)),
                (cell, key) ->
                        isImplementationPossible(cell, key)
                                && (isPlatformPossible(cell, key) || isOnlyOne(cell)));
    }

    /// The cell of each result that has one. No two results have the same cell.
    ///
    /// @param cells of those shards whose results have these keys
    Map<String, PlannedCell> of(Collection<PlannedCell> cells, Collection<String> keys) {
        var free = cells.stream().collect(groupingBy(PlannedCell::example));
        free.replaceAll((_, of) -> new ArrayList<>(of.stream().sorted(PlannedCell.ORDER).toList()));
        var assigned = new HashMap<String, PlannedCell>();
        for (var rule : rules()) {
            for (var key : keys.stream().sorted().toList()) {
                var candidates = free.getOrDefault(PlannedCell.example(key), List.of());
                if (!assigned.containsKey(key)) {
                    candidates.stream()
                            .filter(cell -> rule.test(cell, key))
                            .findFirst()
                            .ifPresent(cell -> {
                                assigned.put(key, cell);
                                candidates.remove(cell);
                            });
                }
            }
        }
        return assigned;
    }

    /// Whether the device does not matter: no other cell has the example.
    private boolean isOnlyOne(PlannedCell cell) {
        return !repeated.contains(cell.example());
    }

    /// A scenario that names its toolchain may use others beside it.
    private static boolean isImplementationPossible(PlannedCell cell, String key) {
        return cell.implementation().isEmpty()
                || implementation(key).equals(REFERENCE)
                || implementation(key).contains(implementation(cell.key()));
    }

    /// A scenario that names no device may choose one.
    private static boolean isPlatformPossible(PlannedCell cell, String key) {
        return platform(key).equals(NO_DEVICE)
                || platform(cell.key()).equals(NO_DEVICE)
                || platform(key).equals(platform(cell.key()));
    }

    /// The implementation of a key: what follows the arrow.
    private static String implementation(String key) {
        return key.substring(key.indexOf(PlannedCell.ARROW), key.lastIndexOf('/'));
    }

    /// The device of a key without its model.
    private static String platform(String key) {
        return key.substring(key.lastIndexOf('/') + 1).split(":", -1)[0];
    }
}
