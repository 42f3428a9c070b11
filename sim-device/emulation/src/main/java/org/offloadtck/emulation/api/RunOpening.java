package org.offloadtck.emulation.api;

/// What became of the wish to begin a run.
public sealed interface RunOpening {

    /// It has begun.
    ///
    /// @param run the name its clients give
    /// @param libraries where the libraries are that its programs find, below the driver folder;
    ///   empty for the folder itself
    record Opened(String run, String libraries) implements RunOpening {}

    /// It has not.
    ///
    /// @param text what is wrong with the options and how they are used, or the help that was asked
    ///   for; whole lines
    /// @param exitStatus with which `exec` ends, 0 for help
    record Refused(String text, int exitStatus) implements RunOpening {}
}
