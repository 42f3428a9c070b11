package org.offloadtck.plugin.process;

import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.offloadtck.plugin.DevicePlugin;

/// The objects of a plugin that its process has shown to the other one. Number 0 is the plugin.
/// They live as long as the process does: closing one is a call like others.
final class ExportedObjects implements SpiCodec.References {

    private final List<Object> objects = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();

    ExportedObjects(DevicePlugin plugin) {
        number(plugin);
    }

    @Override
    public int number(Object object) {
        return numbers.computeIfAbsent(
                object,
                added -> {
                    objects.add(added);
                    return objects.size() - 1;
                });
    }

    @Override
    public Object object(Class<?> type, int number) throws StreamCorruptedException {
        if (number < 0 || number >= objects.size() || !type.isInstance(objects.get(number))) {
            throw new StreamCorruptedException(
                    "%d is no number of a %s".formatted(number, type.getSimpleName()));
        }
        return objects.get(number);
    }
}
