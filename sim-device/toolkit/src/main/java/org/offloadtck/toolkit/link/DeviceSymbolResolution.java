package org.offloadtck.toolkit.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.engine.load.BuiltinLibrary;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.ContainerSymbol.Linkage;

/// Resolves the symbols of a set of device objects against each other.
public final class DeviceSymbolResolution {

    /// A symbol that `object` references and no object defines.
    public record Undefined(DeviceObjectFile object, ContainerSymbol symbol) {}

    /// A symbol that both `first` and `second` define.
    record Duplicate(DeviceObjectFile first, DeviceObjectFile second, ContainerSymbol symbol) {}

    private final List<DeviceObjectFile> objects;
    private final Set<String> defined = new HashSet<>();

    public DeviceSymbolResolution(List<DeviceObjectFile> objects) {
        this.objects = List.copyOf(objects);
        for (var object : objects) {
            object.definitions().map(ContainerSymbol::name).forEach(defined::add);
        }
    }

    /// The undefined symbols, in the order of the objects and of their symbols.
    public List<Undefined> undefined() {
        var found = new ArrayList<Undefined>();
        for (var object : objects) {
            object.references()
                    .filter(symbol -> isUndefined(symbol.name()))
                    .forEach(symbol -> found.add(new Undefined(object, symbol)));
        }
        return found;
    }

    /// Whether neither an object nor the library of the device defines the symbol.
    boolean isUndefined(String name) {
        return !defined.contains(name) && !BuiltinLibrary.provides(name);
    }

    /// The duplicate symbols, in the order of the second definitions. Weak definitions are no
    /// duplicates.
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
