package org.offloadtck.data;

import java.util.List;
import java.util.stream.Collectors;

/// Signals invalid YAML or JSON of the kit. It lists every problem of the text, so that an author
/// corrects a catalogue in one pass.
public final class DataException extends RuntimeException {

    private final transient List<Problem> problems;

    public DataException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    DataException(Problem problem) {
        this(List.of(problem));
    }

    /// The problems in the order of the source.
    public List<Problem> problems() {
        return problems;
    }

    /// This exception with the failure that revealed the problem.
    public DataException causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }
}
