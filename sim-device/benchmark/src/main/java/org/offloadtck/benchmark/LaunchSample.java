package org.offloadtck.benchmark;

import java.util.List;
import java.util.Locale;

/// One launch, as a line of `compare-peers`' measurements: `simulator,kernel,repetition,wall
/// seconds,CPU seconds,1 if right,thread instructions`.
///
/// @param simulator who launched, and how
/// @param wall seconds
/// @param cpu seconds, all threads together
/// @param verdict whether the kernel's result was right
/// @param instructions PTX instructions, once for each thread; 0 from who does not count them
record LaunchSample(
        String simulator,
        String kernel,
        double wall,
        double cpu,
        Verdict verdict,
        long instructions) {

    /// In the name of one who uses several threads, between the name of the same on one thread and
    /// what they are used for.
    static final String SEVERAL = " / ";

    private static final int FIELDS = 7;

    enum Verdict {
        RIGHT("1"),
        WRONG("0");

        private final String digit;

        Verdict(String digit) {
            this.digit = digit;
        }
    }

    /// Reads a line.
    ///
    /// @throws IllegalArgumentException if it is none
    static LaunchSample parse(String line) {
        var fields = List.of(line.split(",", -1));
        if (fields.size() != FIELDS) {
            throw new IllegalArgumentException(
                    "'%s' has %d fields when it should have %d"
                            .formatted(line, fields.size(), FIELDS));
        }
        return new LaunchSample(
                fields.get(0),
                fields.get(1),
                Double.parseDouble(fields.get(3)),
                Double.parseDouble(fields.get(4)),
                fields.get(5).equals(Verdict.RIGHT.digit) ? Verdict.RIGHT : Verdict.WRONG,
                Long.parseLong(fields.get(6)));
    }

    /// The line of this launch.
    String line(int repetition) {
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%.6f,%.6f,%s,%d",
                simulator,
                kernel,
                repetition,
                wall,
                cpu,
                verdict.digit,
                instructions);
    }
}
