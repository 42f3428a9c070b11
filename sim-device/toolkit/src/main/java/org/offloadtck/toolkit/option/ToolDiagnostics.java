package org.offloadtck.toolkit.option;

import java.io.PrintWriter;

/// Diagnostics in the form of NVIDIA's tools, which build systems and test suites parse: `ptxas
/// a.ptx, line 6; error : …`, `nvlink warning : …`.
public final class ToolDiagnostics {

    private final String program;
    private final PrintWriter err;
    private boolean warningsAreOff;
    private boolean warningsAreErrors;
    private int errors;

    public ToolDiagnostics(String program, PrintWriter err) {
        this.program = program;
        this.err = err;
    }

    /// Applies the options for warnings, and warns about the arguments.
    public ToolDiagnostics configuredBy(ToolArguments arguments) {
        warningsAreOff = arguments.has(ToolOption.DISABLE_WARNINGS);
        warningsAreErrors = arguments.has(ToolOption.WARNING_AS_ERROR);
        arguments.warnings().forEach(this::warning);
        return this;
    }

    public void info(String text) {
        err.printf("%s info    : %s%n", program, text);
    }

    public void warning(String problem) {
        warning(program, problem);
    }

    /// Prints a warning with its place.
    ///
    /// @param line counted from 1
    public void warningAt(String file, int line, String problem) {
        warning(place(file, line), problem);
    }

    private void warning(String where, String problem) {
        if (warningsAreErrors) {
            error(where, problem);
        } else if (!warningsAreOff) {
            err.printf("%s warning : %s%n", where, problem);
        }
    }

    public void error(String problem) {
        error(program, problem);
    }

    /// Prints an error with its place.
    ///
    /// @param line counted from 1
    public void errorAt(String file, int line, String problem) {
        error(place(file, line), problem);
    }

    private void error(String where, String problem) {
        errors++;
        err.printf("%s error   : %s%n", where, problem);
    }

    public void fatal(String problem) {
        err.printf("%s fatal   : %s%n", program, problem);
    }

    public boolean hasErrors() {
        return errors > 0;
    }

    private String place(String file, int line) {
        return "%s %s, line %d;".formatted(program, file, line);
    }
}
