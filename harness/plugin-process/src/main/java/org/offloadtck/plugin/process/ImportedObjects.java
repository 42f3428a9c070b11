package org.offloadtck.plugin.process;

import java.io.StreamCorruptedException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.offloadtck.plugin.Device;

/// The proxies of a process' objects: one for each.
final class ImportedObjects implements SpiCodec.References {

    private final PluginConnection connection;
    private final Map<Integer, Object> proxies = new HashMap<>();

    ImportedObjects(PluginConnection connection) {
        this.connection = connection;
    }

    @Override
    public int number(Object object) {
        if (Proxy.isProxyClass(object.getClass())
                && Proxy.getInvocationHandler(object) instanceof RemoteObject remote
                && remote.connection() == connection) {
            return remote.number();
        }
        throw new IllegalArgumentException(object + " is of another process");
    }

    @Override
    public Object object(Class<?> type, int number) throws StreamCorruptedException {
        var proxy = proxy(type, number);
        if (!type.isInstance(proxy)) {
            throw new StreamCorruptedException(
                    "%d is no number of a %s".formatted(number, type.getSimpleName()));
        }
        return proxy;
    }

    Object proxy(Class<?> type, int number) {
        return proxies.computeIfAbsent(
                number,
                added ->
                        Proxy.newProxyInstance(
                                type.getClassLoader(),
                                new Class<?>[] {type},
                                new RemoteObject(connection, type, added)));
    }

    /// The number of devices among the objects.
    int devices() {
        return (int) proxies.values().stream().filter(Device.class::isInstance).count();
    }
}
