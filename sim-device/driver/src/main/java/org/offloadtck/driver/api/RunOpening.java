package org.offloadtck.driver.api;

/// What became of the wish to begin a run.
public sealed interface RunOpening {

    /// It has begun.
    ///
    /// @param run the name its clients give
    record Opened(String run) implements RunOpening {}

    /// It has not.
    ///
    /// @param text what is wrong with the options and how they are used, or the help that was asked
    ///   for; whole lines
    /// @param exitStatus with which `exec` ends, 0 for help
    record Refused(String text, int exitStatus) implements RunOpening {}
}
