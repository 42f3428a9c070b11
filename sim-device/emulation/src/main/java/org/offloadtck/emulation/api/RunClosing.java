package org.offloadtck.emulation.api;

/// The result of a run.
///
/// @param report for the standard error of `exec`, in whole lines
/// @param file to which the client writes [#document], as the option names it; empty for none
/// @param document the report in JSON; empty if no file is named
/// @param exitStatus of `exec` if the program exits with 0
public record RunClosing(String report, String file, String document, int exitStatus) {}
