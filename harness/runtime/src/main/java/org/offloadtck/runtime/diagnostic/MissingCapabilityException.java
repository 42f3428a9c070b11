package org.offloadtck.runtime.diagnostic;

import org.offloadtck.plugin.Capability;

/// Signals that the device lacks a capability that the program needs: `opencl:0: a pointer inside
/// mapped data needs RAW_ADDRESSES`. The program is unsupported on this device; neither program nor
/// device is at fault.
///
/// Requirement: KL-12.
public final class MissingCapabilityException extends RuntimeException {

    private final String device;
    private final Capability capability;

    /// An exception for one missing capability.
    ///
    /// @param device id of the device
    /// @param need the part of the program that needs `capability`
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
