package org.offloadtck.implementation.expression;

import java.util.List;
import org.offloadtck.data.DataException;
import org.offloadtck.data.Problem;

/// An expression as written, and where.
///
/// @param source the file
/// @param key the key in the file whose value it is, `expected.Y`
record ExpressionText(String source, String key, String text) {

    /// @param column of what is at fault, from 1
    /// @param problem what is when it should be what
    DataException malformed(int column, String problem) {
        var position = "%s: column %d".formatted(key, column);
        return new DataException(List.of(new Problem(source, position, problem)));
    }
}
