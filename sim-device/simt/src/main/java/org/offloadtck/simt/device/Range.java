package org.offloadtck.simt.device;

/// Between what a figure may lie, as far as anything published says.
///
/// @param source who has the least and who the most
public record Range(long least, long most, String source) {

    public Range {
        if (least > most) {
            throw new IllegalArgumentException("from %d to %d".formatted(least, most));
        }
    }

    public boolean contains(long value) {
        return value >= least && value <= most;
    }
}
