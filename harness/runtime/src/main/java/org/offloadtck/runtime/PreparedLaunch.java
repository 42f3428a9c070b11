package org.offloadtck.runtime;

import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.launch.EnvironmentPlace;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.mapping.MapArgument;

import java.util.List;

/// A region that is found and whose arguments are read.
///
/// @param arguments without the one kept free for the launch environment
record PreparedLaunch(
        LoadedKernel kernel,
        List<MapArgument> arguments,
        LaunchClauses clauses,
        EnvironmentPlace place) {}
