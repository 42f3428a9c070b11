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
        long first = -1;
        long worst = -1;
        long worstUlp = 0;
        for (long i = 0; i < expected.count(); i++) {
            long ulp = UlpDistance.between(expected.at(i), actual.at(i));
            first = ulp > 0 && first < 0 ? i : first;
            different += ulp == 0 ? 0 : 1;
            if (ulp > worstUlp) {
                worst = i;
                worstUlp = ulp;
            }
        }
        if (different == 0) {
            return new Exact(buffer, expected.count());
        }
        return new Deviating(
                buffer,
                expected.count(),
                different,
                Deviation.at(first, expected, actual),
                Deviation.at(worst, expected, actual),
                ulpLimit);
    }

    /// Every element has the expected bits, except that a NaN equals every NaN.
    record Exact(String buffer, long elements) implements BufferComparison {

        @Override
        public boolean isWithinTolerance() {
            return true;
        }

        @Override
        public String toString() {
            return "%s: %d elements, equal in every bit".formatted(buffer, elements);
        }
    }

    /// Some elements differ.
    ///
    /// @param different the number of elements that differ
    /// @param first the first of them
    /// @param worst the element with the greatest distance, the first of several
    record Deviating(
            String buffer,
            long elements,
            long different,
            Deviation first,
            Deviation worst,
            long ulpLimit)
            implements BufferComparison {

        @Override
        public boolean isWithinTolerance() {
            return worst.ulp() <= ulpLimit;
        }

        @Override
        public String toString() {
            return "%s[%d]: is %s when it should be %s; %s ulp apart, with %d allowed; %d of %d elements differ%s"
                    .formatted(
                            buffer,
                            worst.index(),
                            worst.actual(),
                            worst.expected(),
                            worst.ulp() == UlpDistance.FARTHEST ? "2^63 - 1 or more" : worst.ulp(),
                            ulpLimit,
                            different,
                            elements,
                            first.equals(worst) ? "" : ", the first is %s".formatted(first));
        }
    }

    /// An element that differs.
    ///
    /// @param ulp the distance in units in the last place; [Long#MAX_VALUE] between a number and a
    ///   NaN, and for distances that exceed it
    record Deviation(long index, ElementValue expected, ElementValue actual, long ulp) {

        private static Deviation at(long index, ElementArray expected, ElementArray actual) {
            var is = actual.at(index);
            var shouldBe = expected.at(index);
            return new Deviation(index, shouldBe, is, UlpDistance.between(shouldBe, is));
        }

        /// The element without its distance: `[0], 1.5 when it should be 1.0`.
        @Override
        public String toString() {
            return "[%d], %s when it should be %s".formatted(index, actual, expected);
        }
    }
}
