package org.offloadtck.runtime;

import org.offloadtck.runtime.device.TargetDevice;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;

/// Where a construct runs.
sealed interface SelectedDevice {

    record OnDevice(TargetDevice device) implements SelectedDevice {}

    record OnHost(HostFallback fallback) implements SelectedDevice {}
}
