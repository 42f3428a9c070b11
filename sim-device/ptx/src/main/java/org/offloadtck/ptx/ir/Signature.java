package org.offloadtck.ptx.ir;

import java.util.List;
import org.offloadtck.object.ptx.TextSpan;

/// The interface of an `.entry` or `.func`, or of a `.callprototype`.
///
/// @param results return parameters, in `.param` or `.reg`; none for an entry
/// @param span of the name
public record Signature(
        FunctionKind kind,
        PtxLinkage linkage,
        String name,
        List<Variable> results,
        List<Variable> parameters,
        List<FunctionDirective> directives,
        TextSpan span) {

    public Signature {
        results = List.copyOf(results);
        parameters = List.copyOf(parameters);
        directives = List.copyOf(directives);
    }

    public enum FunctionKind {
        /// `.entry`: the host launches it.
        ENTRY,
        /// `.func`: device code calls it.
        FUNC
    }
}
