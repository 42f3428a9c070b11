package org.offloadtck.plugin;

/// An uncertain figure of a timing model.
///
/// @param name as in the tables of the model, `l2_latency`
/// @param value in the tables of the model
/// @param least published value
/// @param most published value
/// @param source of the least and the most
public record ModelFigure(String name, long value, long least, long most, String source) {

    public ModelFigure {
        if (least > value || value > most) {
            throw new IllegalArgumentException(
                    "%s is %d when it should be from %d to %d".formatted(name, value, least, most));
        }
    }
}
