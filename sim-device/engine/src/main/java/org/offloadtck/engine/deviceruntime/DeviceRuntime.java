package org.offloadtck.engine.deviceruntime;

/// What carries out the calls that a grid makes of the CUDA device runtime.
public sealed interface DeviceRuntime permits DeviceRuntime.Absent, GridRuntime {

    /// The launch has no device runtime: calls fault.
    enum Absent implements DeviceRuntime {
        ABSENT
    }
}
