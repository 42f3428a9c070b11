package org.offloadtck.runtime;

import java.util.List;
import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.launch.EnvironmentPlace;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.mapping.MapArgument;

/// A region that is found and whose arguments are read.
///
/// @param arguments without the one kept free for the launch environment
record PreparedLaunch(
        LoadedKernel kernel,
        List<MapArgument> arguments,
        LaunchClauses clauses,
        EnvironmentPlace place) {}
