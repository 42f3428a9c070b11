package org.offloadtck.implementation.expression;

import java.util.List;
import org.offloadtck.data.DataException;
import org.offloadtck.data.Problem;

/// The text of an expression and its position.
///
/// @param source the file
/// @param key of the expression in the file, `expected.Y`
record ExpressionText(String source, String key, String text) {

    /// The exception for a defect of the text.
    ///
    /// @param column of the defect, from 1
    /// @param problem the actual state, and the expected one
    DataException malformed(int column, String problem) {
        var position = "%s: column %d".formatted(key, column);
        return new DataException(List.of(new Problem(source, position, problem)));
    }
}
