package org.offloadtck.plugin;

import java.util.List;

/// A requested operation on a device: names both in exceptions.
public interface DeviceOperation {

    /// The id of the device.
    String device();

    /// The operation, `launch of NAME`.
    String operation();

    /// The exception of this operation.
    ///
    /// @param problem what is wrong and what is expected
    default DeviceException failed(DeviceError error, String problem) {
        return new DeviceException(device(), operation(), error, problem);
    }

    /// The exception of this operation, caused by another one.
    ///
    /// @param problem what is wrong and what is expected
    default DeviceException failed(DeviceError error, String problem, Throwable cause) {
        return new DeviceException(device(), operation(), error, problem, cause);
    }

    /// Rejects the use of a closed object with `INVALID_VALUE`.
    ///
    /// @param object its kind, `the queue`
    default void requireOpen(boolean closed, String object) {
        if (closed) {
            throw failed(DeviceError.INVALID_VALUE, object + " is closed when it should be open");
        }
    }

    /// `object` as the plugin's own implementation of an interface.
    ///
    /// @param kind of the object, `the memory`
    /// @throws DeviceException `INVALID_VALUE` if another plugin made the object
    default <T> T requireOwn(Class<T> type, Object object, String kind) {
        if (type.isInstance(object)) {
            return type.cast(object);
        }
        throw failed(DeviceError.INVALID_VALUE, kind + " belongs to another plugin");
    }

    /// Rejects an argument whose size differs from that of its parameter with `INVALID_VALUE`.
    ///
    /// @param index of the argument, from 0 on
    /// @param bytes size of the argument
    /// @param parameter size of the parameter, in bytes
    default void requireArgumentSize(int index, long bytes, long parameter) {
        if (bytes != parameter) {
            throw failed(
                    DeviceError.INVALID_VALUE,
                    "argument %d has %d bytes when it should have %d"
                            .formatted(index, bytes, parameter));
        }
    }

    /// Rejects a number of arguments or a group size that a kernel does not allow with
    /// `INVALID_VALUE`.
    default void requireLaunchable(
            int parameters, Kernel kernel, LaunchSize size, List<Argument> arguments) {
        if (arguments.size() != parameters) {
            throw failed(
                    DeviceError.INVALID_VALUE,
                    "%d arguments are given when the kernel has %d parameters"
                            .formatted(arguments.size(), parameters));
        }
        if (size.groupSize().volume() > kernel.maxGroupSize()) {
            throw failed(
                    DeviceError.INVALID_VALUE,
                    "group size is %d when it should be at most %d"
                            .formatted(size.groupSize().volume(), kernel.maxGroupSize()));
        }
    }
}
