package org.offloadtck.ptx.text.declaration;

import org.offloadtck.object.ptx.TextSpan;

/// An unknown instruction or directive in a PTX text.
///
/// @param source the name of the text
/// @param problem such as `unknown instruction 'foo.bar'`
public record PtxWarning(String source, TextSpan span, String problem) {

    @Override
    public String toString() {
        return "%s:%s: %s".formatted(source, span, problem);
    }
}
