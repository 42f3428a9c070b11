package org.offloadtck.plugin;

/// A number that a model of time is made of and that is not known for sure.
///
/// @param name in the words of the model's tables, `l2_latency`
/// @param value what the model takes
/// @param least of what has been published
/// @param most of what has been published
/// @param source who published the least and the most
public record ModelFigure(String name, long value, long least, long most, String source) {

    public ModelFigure {
        if (least > value || value > most) {
            throw new IllegalArgumentException(
                    "%s is %d when it should be from %d to %d".formatted(name, value, least, most));
        }
    }
}
