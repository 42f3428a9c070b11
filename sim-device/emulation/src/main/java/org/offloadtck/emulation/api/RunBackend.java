package org.offloadtck.emulation.api;

import java.util.List;

/// Who keeps the runs of `offload-tck exec`, and knows what devices their processes have. Its
/// methods are called by many threads at once.
public interface RunBackend {

    /// Size of the memory segment a session of `client` needs, in bytes: enough for all its
    /// devices. The segment is sparse: what is never touched costs nothing.
    long arenaBytes(Client client);

    /// Begins a run, whose processes are the clients that name it.
    ///
    /// @param options the words between `exec` and `--`
    RunOpening openRun(List<String> options);

    /// Ends a run, of which no process is left. Each run is closed once.
    RunClosing closeRun(String run);
}
