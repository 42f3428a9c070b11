package org.offloadtck.ptx.text.declaration;

import org.offloadtck.object.ptx.TextSpan;

/// Something in a PTX text that is passed over or kept without being understood.
///
/// @param source what the text is called
/// @param problem such as `unknown instruction 'foo.bar'`
public record PtxWarning(String source, TextSpan span, String problem) {

    @Override
    public String toString() {
        return "%s:%s: %s".formatted(source, span, problem);
    }
}
