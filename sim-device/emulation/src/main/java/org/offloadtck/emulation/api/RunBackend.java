package org.offloadtck.emulation.api;

import java.util.List;
import org.offloadtck.emulation.unified.ClientAddressSpace;

/// Opens and closes the runs of `offload-tck exec`, and knows the devices of their processes. Many
/// threads call its methods at once.
public interface RunBackend {

    /// Size of the memory segment for a session of `client` in bytes: enough for all its devices.
    /// The segment is sparse, so untouched pages cost nothing.
    long arenaBytes(Client client);

    /// What kernels may do with addresses of `client`.
    ClientAddressSpace.Access access(Client client);

    /// Opens a run. The clients that name it are its processes.
    ///
    /// @param options the words between `exec` and `--`
    RunOpening openRun(List<String> options);

    /// What an open run does.
    RunStatus status(String run);

    /// Closes a run whose processes have ended. Called once for each run.
    RunClosing closeRun(String run, RunEnd end);
}
