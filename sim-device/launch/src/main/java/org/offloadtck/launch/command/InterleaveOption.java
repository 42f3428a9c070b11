package org.offloadtck.launch.command;

import org.offloadtck.engine.launch.LaunchOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The option that shortens the turns of warps, so that data races change results.
public final class InterleaveOption {

    @Option(
            names = "--interleave",
            paramLabel = "N",
            converter = TurnConverter.class,
            description = {
                "Issue at most N instructions of a warp before another warp of its block, 1 to 4096.",
                "Results of a data race depend on it. Default: 4096; small values are slow."
            })
    private int turn = LaunchOptions.WARP_TURN;

    /// Instructions of a turn.
    public int turn() {
        return turn;
    }

    static final class TurnConverter implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String word) {
            if (!word.matches("[1-9]\\d{0,3}")
                    || Integer.parseInt(word) > LaunchOptions.WARP_TURN) {
                throw new TypeConversionException(
                        "'%s' is not a number from 1 to %d"
                                .formatted(word, LaunchOptions.WARP_TURN));
            }
            return Integer.valueOf(word);
        }
    }
}
