package org.offloadtck.emulation.api;

/// The result of opening a run.
public sealed interface RunOpening {

    /// The run is open.
    ///
    /// @param run its name, which its clients send
    /// @param libraries the folder of the client libraries, relative to the driver folder; empty
    ///   for the driver folder itself
    record Opened(String run, String libraries) implements RunOpening {}

    /// The run is rejected.
    ///
    /// @param text the error in the options and the usage, or the requested help, in whole lines
    /// @param exitStatus of `exec`; 0 for help
    record Refused(String text, int exitStatus) implements RunOpening {}
}
