package org.offloadtck.offload;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.offloadtck.runtime.argument.ArgumentArrays;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperComponents;
import org.offloadtck.runtime.argument.MapperFunctions;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostMemory;

/// The user-defined mappers of a process. The process calls them before its call and sends the
/// components that they push.
final class PushedMapperComponents implements MapperFunctions {

    private final HostMemory host;
    private final Deque<MapperComponents> pushed = new ArrayDeque<>();

    PushedMapperComponents(HostMemory host) {
        this.host = host;
    }

    /// Begins a call.
    ///
    /// @param words for each argument that has a mapper, in their order: its index, the number of
    ///   its components, and of each base, begin, size, type and name
    void enter(List<Long> words) {
        pushed.clear();
        var rest = words.iterator();
        while (rest.hasNext()) {
            rest.next();
            pushed.add(components(rest));
        }
    }

    private MapperComponents components(Iterator<Long> words) {
        var components = new MapperComponents();
        for (long left = words.next(); left > 0; left--) {
            long base = words.next();
            long begin = words.next();
            long size = words.next();
            long type = words.next();
            VariableName variable = ArgumentArrays.variable(host, words.next());
            components.push(new MapArgument(base, begin, size, type, variable));
        }
        return components;
    }

    @Override
    public MapperComponents call(long function, MapArgument argument) {
        if (pushed.isEmpty()) {
            throw new OffloadException(
                    "host memory",
                    function,
                    RuntimeRule.MAP_ARGUMENT,
                    "the process did not call the mapper at 0x%x".formatted(function));
        }
        return pushed.remove();
    }
}
