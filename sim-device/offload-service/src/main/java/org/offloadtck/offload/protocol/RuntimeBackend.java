package org.offloadtck.offload.protocol;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DriverBackend;

/// Who answers the calls of `libomptarget.so`. Its method is called by many threads at once.
@FunctionalInterface
public interface RuntimeBackend {

    /// A session for a process that has made its first call.
    ///
    /// @param variables what of its environment concerns the runtime, by name
    /// @param arena as in [DriverBackend#open]
    RuntimeSession open(Client client, Map<String, String> variables, MemorySegment arena);
}
