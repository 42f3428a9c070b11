package org.offloadtck.plugin.process;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;

/// Carries calls of the SPI to a plugin's process, one at a time. The process ends when every
/// device that it has shown is closed.
final class PluginConnection {

    private static final SpiMethod CLOSE_DEVICE = SpiMethod.named(Device.class, "close");

    private final String plugin;
    private final PluginProcess process;
    private final ImportedObjects objects = new ImportedObjects(this);
    private final SpiCodec codec = new SpiCodec(objects);
    private final Set<Integer> closedDevices = new HashSet<>();
    private Optional<DeviceException> failure = Optional.empty();

    PluginConnection(String plugin, PluginProcess process) {
        this.plugin = plugin;
        this.process = process;
    }

    /// Performs a call.
    ///
    /// @return the result; null for a method without one
    /// @throws DeviceException that the plugin threw, or of `DEVICE_LOST` if the process is gone
    synchronized @Nullable Object call(RemoteObject target, SpiMethod method, Object[] arguments) {
        if (failure.isPresent() || isClosed()) {
            return afterEnd(method);
        }
        try {
            send(target, method, arguments);
            return answer(method, arguments);
        } catch (IOException seen) {
            var end = process.failure(seen);
            failure =
                    Optional.of(
                            new DeviceException(
                                    plugin,
                                    method.text(),
                                    DeviceError.DEVICE_LOST,
                                    String.valueOf(end.getMessage()),
                                    end));
            return afterEnd(method);
        } finally {
            if (method.equals(CLOSE_DEVICE)) {
                close(target);
            }
        }
    }

    private boolean isClosed() {
        return !closedDevices.isEmpty() && closedDevices.size() == objects.devices();
    }

    /// Objects can be closed after their process. Every other call fails as the first did: who
    /// tidies up after a failure would hide it otherwise.
    private @Nullable Object afterEnd(SpiMethod method) {
        if (method.method().getName().equals("close")) {
            return null;
        }
        throw failure.orElseGet(() -> invalid(method, "the device is closed"));
    }

    private DeviceException invalid(SpiMethod method, String problem) {
        return new DeviceException(plugin, method.text(), DeviceError.INVALID_VALUE, problem);
    }

    private void close(RemoteObject device) {
        closedDevices.add(device.number());
        if (isClosed() && failure.isEmpty()) {
            process.close();
        }
    }

    /// Lets the process end if it has shown no device.
    synchronized void endWithoutDevices() {
        if (objects.devices() == 0 && failure.isEmpty()) {
            process.close();
        }
    }

    private void send(RemoteObject target, SpiMethod method, Object[] arguments)
            throws IOException {
        var types = method.method().getGenericParameterTypes();
        var values = new ByteArrayOutputStream();
        var encoded = new DataOutputStream(values);
        try {
            for (int i = 0; i < types.length; i++) {
                if (types[i] != MemorySegment.class) {
                    codec.write(types[i], arguments[i], encoded);
                }
            }
        } catch (IllegalArgumentException foreign) {
            throw invalid(method, String.valueOf(foreign.getMessage()));
        }
        var out = process.out();
        out.writeInt(target.number());
        out.writeInt(method.number());
        values.writeTo(out);
        for (var memory : memory(arguments)) {
            if (method.isRead()) {
                out.writeLong(memory.byteSize());
            } else {
                SpiCodec.writeBytes(memory, out);
            }
        }
        out.flush();
    }

    private static List<MemorySegment> memory(Object[] arguments) {
        return Arrays.stream(arguments)
                .filter(MemorySegment.class::isInstance)
                .map(MemorySegment.class::cast)
                .toList();
    }

    private @Nullable Object answer(SpiMethod method, Object[] arguments) throws IOException {
        var in = process.in();
        int kind;
        try (var _ = process.deadline()) {
            kind = in.readUnsignedByte();
        }
        return switch (kind) {
            case PluginServer.RESULT -> result(method, arguments);
            case PluginServer.EXCEPTION ->
                    throw (DeviceException) codec.read(DeviceException.class, in);
            default -> throw new StreamCorruptedException("an answer begins with " + kind);
        };
    }

    private @Nullable Object result(SpiMethod method, Object[] arguments) throws IOException {
        var in = process.in();
        if (method.isRead()) {
            var destination = memory(arguments).getFirst();
            var length = in.readLong();
            if (length != destination.byteSize()) {
                throw new StreamCorruptedException(
                        "%d bytes were read when it should be %d"
                                .formatted(length, destination.byteSize()));
            }
            SpiCodec.readInto(destination, in);
            return null;
        }
        var type = method.method().getGenericReturnType();
        return type == void.class ? null : codec.read(type, in);
    }

    /// The plugin itself, whose number is 0.
    DevicePlugin plugin() {
        return (DevicePlugin) objects.proxy(DevicePlugin.class, 0);
    }
}
