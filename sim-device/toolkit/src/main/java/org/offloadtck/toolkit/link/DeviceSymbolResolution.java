package org.offloadtck.toolkit.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.engine.decode.BuiltinLibrary;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.ContainerSymbol.Linkage;

/// The names of a set of objects, against each other.
public final class DeviceSymbolResolution {

    /// A name that `object` uses, and nobody defines.
    public record Undefined(DeviceObjectFile object, ContainerSymbol symbol) {}

    /// A name that `second` defines, when `first` does.
    record Duplicate(DeviceObjectFile first, DeviceObjectFile second, ContainerSymbol symbol) {}

    private final List<DeviceObjectFile> objects;
    private final Set<String> defined = new HashSet<>();

    public DeviceSymbolResolution(List<DeviceObjectFile> objects) {
        this.objects = List.copyOf(objects);
        for (var object : objects) {
            object.definitions().map(ContainerSymbol::name).forEach(defined::add);
        }
    }

    /// In the order of the objects; each object's in the order of its symbols.
    public List<Undefined> undefined() {
        var found = new ArrayList<Undefined>();
        for (var object : objects) {
            object.references()
                    .filter(symbol -> isUndefined(symbol.name()))
                    .forEach(symbol -> found.add(new Undefined(object, symbol)));
        }
        return found;
    }

    /// Whether neither an object defines the name nor the device has it.
    boolean isUndefined(String name) {
        return !defined.contains(name) && !BuiltinLibrary.provides(name);
    }

    /// In the order of the second definitions. Weak definitions give way to each other.
    List<Duplicate> duplicates() {
        Map<String, DeviceObjectFile> firsts = new HashMap<>();
        var found = new ArrayList<Duplicate>();
        for (var object : objects) {
            object.definitions()
                    .filter(symbol -> symbol.linkage() == Linkage.DEFINED)
                    .forEach(symbol -> {
                        if (firsts.containsKey(symbol.name())) {
                            found.add(new Duplicate(firsts.get(symbol.name()), object, symbol));
                        } else {
                            firsts.put(symbol.name(), object);
                        }
                    });
        }
        return found;
    }
}
