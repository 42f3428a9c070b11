package org.offloadtck.emulation.api;

/// What a run leaves behind.
///
/// @param report for the standard error of `exec`; whole lines
/// @param file where the client writes [#document], as its option gave it; empty for nowhere
/// @param document the report in JSON; empty when no file wants it
/// @param exitStatus with which `exec` ends when the program ended with 0
public record RunClosing(String report, String file, String document, int exitStatus) {}
