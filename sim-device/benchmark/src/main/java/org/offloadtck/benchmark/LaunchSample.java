package org.offloadtck.benchmark;

import java.util.List;
import java.util.Locale;

/// The measurement of one launch, a line of the samples of `compare-peers`:
/// `simulator,kernel,repetition,wall seconds,CPU seconds,1 if right,thread instructions`.
///
/// @param simulator the simulator and its mode
/// @param wall wall time in seconds
/// @param cpu CPU time of all threads in seconds
/// @param verdict whether the result of the kernel was right
/// @param instructions PTX thread instructions; 0 if the simulator does not count them
record LaunchSample(
        String simulator,
        String kernel,
        double wall,
        double cpu,
        Verdict verdict,
        long instructions) {

    /// Separates, in the name of a simulator on several threads, the name of the same on one thread
    /// from the use of the threads.
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

    /// Parses a line.
    ///
    /// @throws IllegalArgumentException if it is malformed
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
