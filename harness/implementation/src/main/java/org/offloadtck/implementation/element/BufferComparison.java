package org.offloadtck.implementation.element;

/// The comparison of a buffer's contents with the expected ones.
///
/// Requirement: KL-10.
public sealed interface BufferComparison {

    String buffer();

    /// The number of compared elements.
    long elements();

    /// Whether every element is within the tolerance.
    boolean isWithinTolerance();

    /// Compares each element.
    ///
    /// @param ulpLimit the tolerance, in units in the last place
    static BufferComparison of(
            String buffer, ElementArray expected, ElementArray actual, long ulpLimit) {
        long different = 0;
        long worst = -1;
        long worstUlp = 0;
        for (long i = 0; i < expected.count(); i++) {
            long ulp = UlpDistance.between(expected.at(i), actual.at(i));
            different += ulp == 0 ? 0 : 1;
            if (ulp > worstUlp) {
                worst = i;
                worstUlp = ulp;
            }
        }
        if (different == 0) {
            return new Exact(buffer, expected.count());
        }
        var deviation = new Deviation(worst, expected.at(worst), actual.at(worst), worstUlp);
        return new Deviating(buffer, expected.count(), different, deviation, ulpLimit);
    }

    /// Every element has the expected bits, except that a NaN equals every NaN.
    record Exact(String buffer, long elements) implements BufferComparison {

        @Override
        public boolean isWithinTolerance() {
            return true;
        }

        @Override
        public String toString() {
            return "%s: %d elements, equal to the host's in every bit".formatted(buffer, elements);
        }
    }

    /// Some elements differ.
    ///
    /// @param different the number of elements that differ
    /// @param worst the element with the greatest distance, the first of several
    record Deviating(String buffer, long elements, long different, Deviation worst, long ulpLimit)
            implements BufferComparison {

        @Override
        public boolean isWithinTolerance() {
            return worst.ulp() <= ulpLimit;
        }

        @Override
        public String toString() {
            return "%s[%d]: is %s when it should be %s; %s ulp apart, with %d allowed; %d of %d elements differ"
                    .formatted(
                            buffer,
                            worst.index(),
                            worst.actual(),
                            worst.expected(),
                            worst.ulp() == UlpDistance.FARTHEST ? "2^63 - 1 or more" : worst.ulp(),
                            ulpLimit,
                            different,
                            elements);
        }
    }

    /// An element that differs.
    ///
    /// @param ulp the distance in units in the last place; [Long#MAX_VALUE] between a number and a
    ///   NaN, and for distances that exceed it
    record Deviation(long index, ElementValue expected, ElementValue actual, long ulp) {}
}
