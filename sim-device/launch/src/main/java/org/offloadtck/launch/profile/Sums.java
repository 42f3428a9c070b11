package org.offloadtck.launch.profile;

import java.util.EnumMap;
import java.util.Map;

/// Sums by the constants of an enum.
final class Sums {

    private Sums() {}

    /// The sums of two maps; a constant that neither has is absent.
    static <K extends Enum<K>> Map<K, Long> plus(Map<K, Long> one, Map<K, Long> two) {
        if (one.isEmpty()) {
            return two;
        }
        var sums = new EnumMap<K, Long>(one);
        two.forEach((key, value) -> sums.merge(key, value, Long::sum));
        return sums;
    }

    static long of(Map<?, Long> values) {
        return values.values().stream().mapToLong(Long::longValue).sum();
    }
}
