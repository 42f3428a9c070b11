package org.offloadtck.runtime.launch;

import java.util.List;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.image.LoadedKernel;

/// A region that is found and whose arguments are read.
///
/// @param arguments without the one kept free for the launch environment
public record PreparedLaunch(
        LoadedKernel kernel,
        List<MapArgument> arguments,
        LaunchClauses clauses,
        LaunchEnvironmentPosition place) {}
