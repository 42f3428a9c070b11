package org.offloadtck.linker.input;

import static java.util.stream.Collectors.joining;

import java.util.List;

/// Signals inputs that cannot be linked.
///
/// A link reports all undefined and all doubly defined symbols at once, so the exception has one or
/// more diagnostics, in the order of the inputs; its message has one line for each.
///
/// Requirement: HL-03.
public final class LinkException extends RuntimeException {

    private final transient List<LinkDiagnostic> diagnostics;

    public LinkException(List<LinkDiagnostic> diagnostics) {
        super(diagnostics.stream().map(LinkDiagnostic::toString).collect(joining("\n")));
        if (diagnostics.isEmpty()) {
            throw new IllegalArgumentException("a link exception has at least one diagnostic");
        }
        this.diagnostics = List.copyOf(diagnostics);
    }

    public LinkException(String source, String position, LinkRule rule, String problem) {
        this(List.of(new LinkDiagnostic(source, position, rule, problem)));
    }

    /// Creates an exception with one diagnostic.
    ///
    /// @param cause the failure that the diagnostic reports
    public LinkException(
            String source, String position, LinkRule rule, String problem, Throwable cause) {
        this(source, position, rule, problem);
        initCause(cause);
    }

    public List<LinkDiagnostic> diagnostics() {
        return diagnostics;
    }
}
