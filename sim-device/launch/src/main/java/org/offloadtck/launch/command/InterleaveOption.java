package org.offloadtck.launch.command;

import org.offloadtck.engine.launch.LaunchOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The option of a command that changes from warp to warp more often than usual, so that races show
/// in results.
public final class InterleaveOption {

    @Option(
            names = "--interleave",
            paramLabel = "N",
            converter = TurnConverter.class,
            description = {
                "Let a warp issue N instructions before another of its block does, 1 to 4096, to see",
                "whether results depend on it: those of a race do. Default: 4096; less is slow."
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
