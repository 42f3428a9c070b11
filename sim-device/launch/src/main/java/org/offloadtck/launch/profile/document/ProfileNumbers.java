package org.offloadtck.launch.profile.document;

import java.util.List;
import java.util.Locale;
import org.offloadtck.launch.profile.LaunchProfile;
import org.offloadtck.launch.report.TimingText;

/// Numbers of a page, as people read them.
public final class ProfileNumbers {

    private static final double PERCENT = 100;
    private static final List<String> BYTES = List.of("B", "KiB", "MiB", "GiB", "TiB");
    private static final int STEP = 1024;

    private ProfileNumbers() {}

    /// A count with its thousands apart: `12,345`.
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /// The cycles of launches, with their error if some were sampled.
    public static String cycles(LaunchProfile launches) {
        return TimingText.cycles(launches.cycles(), launches.cyclesError());
    }

    /// A part of 1: `12.3 %`.
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", PERCENT * share);
    }

    /// A part of 1 as a width of a style sheet, at most 100 %: `12.34%`.
    public static String width(double share) {
        return String.format(Locale.ROOT, "%.2f%%", PERCENT * Math.min(1, share));
    }

    /// Three digits at least: `0.0123`, `1.23`, `123`, `12,345`.
    public static String rounded(double number) {
        if (number == 0) {
            return "0";
        }
        int digits = 2 - (int) Math.floor(Math.log10(Math.abs(number)));
        return String.format(Locale.ROOT, "%,." + Math.max(0, digits) + "f", number);
    }

    /// A size: `1.50 MiB`.
    public static String bytes(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= STEP && unit + 1 < BYTES.size()) {
            size /= STEP;
            unit++;
        }
        return unit == 0 ? bytes + " B" : rounded(size) + " " + BYTES.get(unit);
    }

    /// A word of a document as a phrase: `not selected`.
    public static String phrase(String word) {
        return word.replace('-', ' ');
    }
}
