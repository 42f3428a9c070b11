package org.offloadtck.emulation.api;

import java.util.List;
import org.offloadtck.emulation.unified.ClientAddressSpace;

/// Opens and closes the runs of `offload-tck exec`, and knows the devices of their processes. Many
/// threads call its methods at once.
public interface RunBackend {

    /// What the client maps at a time, in bytes (`STEP` of `arena.c`).
    long ARENA_STEP = 1L << 20;

    /// Memory for the devices of a session of `client` in bytes, enough for all of them: a multiple
    /// of [#ARENA_STEP]. It is sparse, so untouched pages cost nothing.
    long deviceBytes(Client client);

    /// Memory beside it that the host and the devices of a session share, in bytes.
    long sharedBytes();

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
