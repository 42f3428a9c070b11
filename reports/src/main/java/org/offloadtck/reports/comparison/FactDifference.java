package org.offloadtck.reports.comparison;

/// A fact that two runs recorded differently.
public record FactDifference(Fact fact, String was, String is) {

    /// The digits that tell two hashes apart.
    private static final int DIGITS = 12;

    /// `implementation clang-16: 'clang version 16.0.5' -> 'clang version 16.0.6'`.
    public String text() {
        return switch (fact.aspect()) {
            case CATALOGUE, REQUIREMENT, SCENARIO ->
                    "%s: %s -> %s".formatted(fact, shortened(was), shortened(is));
            case KIT, IMPLEMENTATION, DEVICE, SELECTION, WAIVERS, SEED, HOST ->
                    "%s: '%s' -> '%s'".formatted(fact, was, is);
        };
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(DIGITS, hash.length()));
    }
}
