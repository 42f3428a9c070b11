package org.offloadtck.launch.command;

import java.util.Optional;
import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.engine.thread.WarpTurns;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The option that sets the turns of warps, so that data races change results.
public final class InterleaveOption {

    @Option(
            names = "--interleave",
            paramLabel = "N",
            converter = TurnConverter.class,
            description = {
                "Issue at most N instructions of a warp before another warp of its block, 1 to 4096.",
                "Results of a data race depend on it; small values are slow.",
                "Default: 4096, and 32 after each barrier if races are not looked for."
            })
    private Optional<Integer> turn = Optional.empty();

    /// The turns of warps: long ones by default where races are looked for, since they hide the
    /// fewest, and otherwise those of a device.
    public WarpTurns turns(Set<Check> checks) {
        var usual = checks.contains(Check.RACECHECK) ? WarpTurns.LONG : WarpTurns.OF_A_DEVICE;
        return turn.map(WarpTurns::of).orElse(usual);
    }

    static final class TurnConverter implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String word) {
            if (!word.matches("[1-9]\\d{0,3}") || Integer.parseInt(word) > WarpTurns.USUAL) {
                throw new TypeConversionException(
                        "'%s' is not a number from 1 to %d".formatted(word, WarpTurns.USUAL));
            }
            return Integer.valueOf(word);
        }
    }
}
