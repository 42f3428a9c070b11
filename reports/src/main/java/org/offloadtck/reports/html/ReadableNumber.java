package org.offloadtck.reports.html;

/// Formats numbers for reading.
final class ReadableNumber {

    /// U+202F, a narrow space that does not break: SI Brochure §5.4.4 on grouping digits.
    private static final String SPACE = "\u202f";

    private ReadableNumber() {}

    /// The number with its digits in groups of three, the same in every locale.
    static String grouped(long value) {
        return Long.toString(value).replaceAll("(?<=\\d)(?=(\\d{3})+$)", SPACE);
    }
}
