package org.offloadtck.emulation.session;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;

/// The handler of each driver function. Every function has exactly one.
public final class DispatchTable {

    /// Carries out a driver function.
    @FunctionalInterface
    public interface Handler {

        /// Carries out one call.
        ///
        /// @throws DriverCallException if the function does not succeed
        DriverReply handle(Invocation call);
    }

    /// Handlers of the functions of one topic of the CUDA driver API.
    public interface HandlerGroup {

        /// Adds the handlers to a table.
        void register(DispatchTable table);
    }

    private final Map<DriverFunction, Handler> handlers = new EnumMap<>(DriverFunction.class);

    private DispatchTable() {}

    /// A table with the handlers of `groups`.
    public static DispatchTable of(List<HandlerGroup> groups) {
        var table = new DispatchTable();
        groups.forEach(group -> group.register(table));
        return table;
    }

    /// Adds the handler of a function that has none yet.
    public void add(DriverFunction function, Handler handler) {
        if (handlers.put(function, handler) != null) {
            throw new IllegalStateException(function.symbol() + " has two handlers");
        }
    }

    /// The handler of a function.
    public Handler handler(DriverFunction function) {
        var handler = handlers.get(function);
        if (handler == null) {
            throw new IllegalStateException(function.symbol() + " has no handler");
        }
        return handler;
    }
}
