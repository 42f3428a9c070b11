package org.offloadtck.calibration;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Queue;

/// A device that keeps what was allocated on it, and what its launches measured.
final class RecordedDevice {

    private final Device device;
    private final List<DeviceMemory> allocated = new ArrayList<>();
    private final List<Measurement> measured = new ArrayList<>();

    RecordedDevice(Device recorded) {
        device = observed(Device.class, recorded);
    }

    Device device() {
        return device;
    }

    List<DeviceMemory> allocated() {
        return allocated;
    }

    List<Measurement> measured() {
        return measured;
    }

    private <T> T observed(Class<T> type, T target) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) ->
                                result(method, method.invoke(target, arguments))));
    }

    private Object result(Method method, Object result) {
        if (result instanceof Queue queue) {
            return observed(Queue.class, queue);
        }
        if (result instanceof DeviceMemory memory) {
            allocated.add(memory);
        }
        if (method.getName().equals("launch") && result instanceof Event event) {
            measured.addAll(event.measurements());
        }
        return result;
    }
}
