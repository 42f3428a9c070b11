package org.offloadtck.launch.simulate;

import java.util.List;
import org.offloadtck.engine.thread.Extent3D;

/// Parses the words of `--grid` and `--block`: `X`, `X,Y` or `X,Y,Z`.
///
/// @param option its name or its place, for messages
/// @param most each dimension may have
public record ExtentParser(String option, Extent3D most) {

    /// The extent that the word stands for; dimensions that are left out are 1.
    ///
    /// @throws SimulationException if the word is malformed or a dimension is out of range
    public Extent3D parse(String text) {
        var words = List.of(text.split(",", -1));
        if (words.size() > 3) {
            throw new SimulationException(
                    "%s is '%s' when it should be X, X,Y or X,Y,Z".formatted(option, text));
        }
        return new Extent3D(
                size(text, words, 0, most.x()),
                size(text, words, 1, most.y()),
                size(text, words, 2, most.z()));
    }

    private int size(String text, List<String> words, int dimension, int limit) {
        if (dimension >= words.size()) {
            return 1;
        }
        long size = new NumberLiteral(words.get(dimension)).integer().orElse(0);
        if (size < 1 || size > limit) {
            throw new SimulationException(
                    "%s is '%s' when %s should be from 1 to %d"
                            .formatted(option, text, "XYZ".charAt(dimension), limit));
        }
        return (int) size;
    }
}
