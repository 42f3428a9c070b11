package org.offloadtck.plugin;

/// Signals that a device rejected or failed an operation: `sim:0: launch of kernel_a: group size is
/// 2048 when it should be at most 1024`.
public final class DeviceException extends RuntimeException {

    private final String device;
    private final String operation;
    private final DeviceError error;
    private final String problem;

    /// @param device id of the device, or name of the plugin before there is a device
    /// @param operation the requested operation, `launch of NAME`
    /// @param problem what is wrong and what is expected
    public DeviceException(String device, String operation, DeviceError error, String problem) {
        super(message(device, operation, problem));
        this.device = device;
        this.operation = operation;
        this.error = error;
        this.problem = problem;
    }

    /// @param device id of the device, or name of the plugin before there is a device
    /// @param operation the requested operation, `launch of NAME`
    /// @param problem what is wrong and what is expected
    public DeviceException(
            String device, String operation, DeviceError error, String problem, Throwable cause) {
        super(message(device, operation, problem), cause);
        this.device = device;
        this.operation = operation;
        this.error = error;
        this.problem = problem;
    }

    private static String message(String device, String operation, String problem) {
        return "%s: %s: %s".formatted(device, operation, problem);
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

    /// What is wrong, without the device and the operation.
    public String problem() {
        return problem;
    }
}
