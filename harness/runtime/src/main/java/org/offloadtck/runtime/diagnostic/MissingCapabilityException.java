package org.offloadtck.runtime.diagnostic;

import org.offloadtck.plugin.Capability;

/// Signals that a device lacks what a program needs: the program is unsupported there, not wrong,
/// and nothing has failed. `opencl:0: a pointer inside mapped data needs RAW_ADDRESSES`.
public final class MissingCapabilityException extends RuntimeException {

    private final String device;
    private final Capability capability;

    /// @param device id of the device
    /// @param need what of the program needs `capability`
    public MissingCapabilityException(String device, Capability capability, String need) {
        super("%s: %s needs %s".formatted(device, need, capability));
        this.device = device;
        this.capability = capability;
    }

    public String device() {
        return device;
    }

    public Capability capability() {
        return capability;
    }
}
