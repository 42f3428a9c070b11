package org.offloadtck.emulation.api;

/// The result of a run.
///
/// @param report in whole lines
/// @param reportFile to which the client writes the report, as the option names it; empty for its
///   standard error
/// @param documentFile to which the client writes the document, as the option names it; empty for
///   none
/// @param document the report in JSON; empty if no file is named
/// @param exitStatus of `exec` if the program exits with 0
public record RunClosing(
        String report, String reportFile, String documentFile, String document, int exitStatus) {}
