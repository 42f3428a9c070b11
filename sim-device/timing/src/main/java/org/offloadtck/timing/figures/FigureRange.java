package org.offloadtck.timing.figures;

/// Between what a figure may lie, as far as anything published says.
///
/// @param source who has the least and who the most
public record FigureRange(long least, long most, String source) {

    public FigureRange {
        if (least > most) {
            throw new IllegalArgumentException("from %d to %d".formatted(least, most));
        }
    }

    public boolean contains(long value) {
        return value >= least && value <= most;
    }
}
