package org.offloadtck.runtime.launch;

import java.util.List;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.image.LoadedKernel;

/// A launch whose region was found and whose arguments were read.
///
/// @param arguments without the one reserved for the launch environment
public record PreparedLaunch(
        LoadedKernel kernel,
        List<MapArgument> arguments,
        LaunchClauses clauses,
        LaunchEnvironmentPosition place) {

    /// This launch with at least `bytes` of dynamic shared memory.
    public PreparedLaunch withSharedMemory(long bytes) {
        return new PreparedLaunch(kernel, arguments, clauses.withSharedMemory(bytes), place);
    }
}
