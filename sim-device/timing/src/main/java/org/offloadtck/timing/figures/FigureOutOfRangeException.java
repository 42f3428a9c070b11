package org.offloadtck.timing.figures;

import java.util.Optional;

/// A figure of a device was to be what nothing published allows; the message is a line for the
/// user.
public final class FigureOutOfRangeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private FigureOutOfRangeException(String problem) {
        super(problem);
    }

    static FigureOutOfRangeException of(
            Quantity quantity, long value, Optional<FigureRange> range) {
        return new FigureOutOfRangeException(
                range.map(known ->
                                "%s is %d when it should be from %d to %d"
                                        .formatted(
                                                quantity.word(),
                                                value,
                                                known.least(),
                                                known.most()))
                        .orElseGet(() ->
                                "%s is %d when it should be as it is: no range of it is published"
                                        .formatted(quantity.word(), value)));
    }

    static FigureOutOfRangeException unknown(String word) {
        return new FigureOutOfRangeException("'%s' is no figure of a device".formatted(word));
    }
}
