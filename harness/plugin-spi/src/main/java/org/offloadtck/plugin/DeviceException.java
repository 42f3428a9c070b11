package org.offloadtck.plugin;

/// Signals that a device refused or failed an operation: `sim:0: launch of kernel_a: group size is
/// 2048 when it should be at most 1024`.
public final class DeviceException extends RuntimeException {

    private final String device;
    private final String operation;
    private final DeviceError error;

    /// @param device id of the device, or name of the plugin before there is a device
    /// @param operation what was asked of it, `launch of NAME`
    /// @param problem what is, when it should be what
    public DeviceException(String device, String operation, DeviceError error, String problem) {
        super("%s: %s: %s".formatted(device, operation, problem));
        this.device = device;
        this.operation = operation;
        this.error = error;
    }

    public String device() {
        return device;
    }

    public String operation() {
        return operation;
    }

    public DeviceError error() {
        return error;
    }
}
