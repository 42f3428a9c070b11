package org.offloadtck.launch.command;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The option of a command that limits its time.
public final class TimeLimit {

    /// Longer than any limit.
    private static final Duration UNLIMITED = Duration.ofDays(365_000);

    private static final Pattern WORD = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h|)");

    @Option(
            names = "--time-limit",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = {
                "End after this time, with exit status 124: 90, 1.5s, 500ms, 10m or 2h.",
                "A number without a unit is in seconds. Default: no limit."
            })
    private Optional<Duration> limit = Optional.empty();

    /// The limit; empty for none.
    public Optional<Duration> value() {
        return limit;
    }

    /// The time that is left, 0 if none is.
    public Duration left(Duration passed) {
        var left = limit.orElse(UNLIMITED).minus(passed);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /// For messages: `time limit of 1.5 s reached: kernel_a: 0 of 1 CTA done, …`.
    ///
    /// @param what ran at that time
    public String message(String what) {
        var seconds =
                BigDecimal.valueOf(limit.orElse(UNLIMITED).toMillis(), 3).stripTrailingZeros();
        return "time limit of %s s reached: %s".formatted(seconds.toPlainString(), what);
    }

    static final class DurationConverter implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String word) {
            var match = WORD.matcher(word);
            if (!match.matches()) {
                throw wrong(word);
            }
            long milliseconds =
                    new BigDecimal(match.group(1))
                            .multiply(BigDecimal.valueOf(unit(match.group(2)).toMillis()))
                            .setScale(0, RoundingMode.CEILING)
                            .longValueExact();
            if (milliseconds == 0) {
                throw wrong(word);
            }
            return Duration.ofMillis(milliseconds);
        }

        private static Duration unit(String word) {
            return switch (word) {
                case "ms" -> Duration.ofMillis(1);
                case "m" -> Duration.ofMinutes(1);
                case "h" -> Duration.ofHours(1);
                default -> Duration.ofSeconds(1);
            };
        }

        private static TypeConversionException wrong(String word) {
            return new TypeConversionException(
                    "'%s' is not a duration like 90, 1.5s, 500ms, 10m or 2h".formatted(word));
        }
    }
}
