package org.offloadtck.ptx.link;

import org.offloadtck.object.ptx.TextSpan;

/// Signals modules that cannot be linked: `b.ptx:12:7: 'f' is defined twice, first at a.ptx:3:7`.
public final class PtxLinkException extends RuntimeException {

    private final String source;
    private final TextSpan span;
    private final String problem;

    PtxLinkException(String source, TextSpan span, String problem) {
        super("%s:%s: %s".formatted(source, span, problem));
        this.source = source;
        this.span = span;
        this.problem = problem;
    }

    /// The name of the module at fault.
    public String source() {
        return source;
    }

    public TextSpan span() {
        return span;
    }

    /// The problem, without the source and position of the module at fault.
    public String problem() {
        return problem;
    }
}
