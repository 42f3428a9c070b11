package org.offloadtck.plugin.process;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;

/// A method of the SPI that can be called from another process.
///
/// @param number the same in every process that runs this version of the SPI
record SpiMethod(int number, Method method) {

    /// The interfaces whose objects stay in the process of the plugin.
    static final List<Class<?>> INTERFACES =
            List.of(
                    DevicePlugin.class,
                    Device.class,
                    DeviceMemory.class,
                    Event.class,
                    Kernel.class,
                    Program.class,
                    Queue.class);

    private static final List<SpiMethod> ALL = numbered();

    private static List<SpiMethod> numbered() {
        var methods =
                INTERFACES.stream()
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .sorted(Comparator.comparing(Method::toGenericString))
                        .toList();
        return Stream.iterate(0, n -> n < methods.size(), n -> n + 1)
                .map(n -> new SpiMethod(n, methods.get(n)))
                .toList();
    }

    /// The method with a number; empty if the SPI has none.
    static Optional<SpiMethod> of(int number) {
        return number < 0 || number >= ALL.size() ? Optional.empty() : Optional.of(ALL.get(number));
    }

    static SpiMethod of(Method method) {
        return ALL.stream()
                .filter(each -> each.method.equals(method))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(method + " is not of the SPI"));
    }

    /// The only method of an interface with this name.
    static SpiMethod named(Class<?> type, String name) {
        return ALL.stream()
                .filter(each -> each.method.getDeclaringClass() == type)
                .filter(each -> each.method.getName().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s.%s is not of the SPI".formatted(type, name)));
    }

    /// Whether the call copies to or from host memory of the caller, which is that of the call
    /// only. Such a call ends when the copy has.
    boolean copiesHostMemory() {
        return method.getDeclaringClass() == Queue.class
                && (isRead() || method.getName().equals("write"));
    }

    /// Whether the call fills its first argument.
    boolean isRead() {
        return method.getDeclaringClass() == Queue.class && method.getName().equals("read");
    }

    /// The operation as messages name it: `Queue.launch`.
    String text() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
