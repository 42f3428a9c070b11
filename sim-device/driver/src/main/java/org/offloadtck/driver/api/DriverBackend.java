package org.offloadtck.driver.api;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/// Who answers the calls. Its methods are called by many threads at once.
public interface DriverBackend {

    /// Size of the memory segment a session of `client` needs, in bytes: enough for all its
    /// devices. The segment is sparse: what is never touched costs nothing.
    long arenaBytes(Client client);

    /// A session for a process that has made its first call.
    ///
    /// @param arena its memory, zeroed; byte `i` has the address `AddressSpace.GLOBAL + i` in
    ///   kernels and in the client. It outlives the session
    DriverSession open(Client client, MemorySegment arena);

    /// A session for a process that has made its first call of `libomptarget.so`.
    ///
    /// @param variables what of its environment concerns the runtime, by name
    /// @param arena as in [#open]
    RuntimeSession openRuntime(Client client, Map<String, String> variables, MemorySegment arena);

    /// Begins a run of `offload-tck exec`, whose processes are the clients that name it.
    ///
    /// @param options the words between `exec` and `--`
    RunOpening openRun(List<String> options);

    /// Ends a run, of which no process is left. Each run is closed once.
    RunClosing closeRun(String run);
}
