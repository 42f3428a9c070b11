package org.offloadtck.runtime;

import org.offloadtck.runtime.launch.LaunchResult.HostFallback;

/// Where a construct runs.
sealed interface Route {

    record OnDevice(TargetDevice device) implements Route {}

    record OnHost(HostFallback fallback) implements Route {}
}
