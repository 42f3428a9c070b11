package org.offloadtck.emulation.session;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.context.ContextHandlers;
import org.offloadtck.emulation.context.ContextSettingHandlers;
import org.offloadtck.emulation.context.DeviceHandlers;
import org.offloadtck.emulation.context.PeerAccessHandlers;
import org.offloadtck.emulation.context.PrimaryContextHandlers;
import org.offloadtck.emulation.memory.AllocationHandlers;
import org.offloadtck.emulation.memory.CopyHandlers;
import org.offloadtck.emulation.memory.FillHandlers;
import org.offloadtck.emulation.memory.HostMemoryHandlers;
import org.offloadtck.emulation.memory.ManagedMemoryHandlers;
import org.offloadtck.emulation.memory.PointerHandlers;
import org.offloadtck.emulation.memory.RectangleCopyHandlers;
import org.offloadtck.emulation.memory.VirtualMemoryHandlers;
import org.offloadtck.emulation.module.FunctionHandlers;
import org.offloadtck.emulation.module.ModuleHandlers;
import org.offloadtck.emulation.module.OccupancyHandlers;
import org.offloadtck.emulation.stream.EventHandlers;
import org.offloadtck.emulation.stream.LaunchHandlers;
import org.offloadtck.emulation.stream.StreamHandlers;

/// Who answers each function: every one has one answer.
public final class DispatchTable {

    /// Carries out a function.
    @FunctionalInterface
    public interface Handler {

        /// Answers one call.
        ///
        /// @throws Refusal when the function does not succeed
        DriverReply answer(Invocation call);
    }

    /// Functions about one thing.
    public interface HandlerGroup {

        void register(DispatchTable table);
    }

    private final Map<DriverFunction, Handler> handlers = new EnumMap<>(DriverFunction.class);

    private DispatchTable() {}

    static DispatchTable of(DriverState machine) {
        var table = new DispatchTable();
        List.<HandlerGroup>of(
                        new DeviceHandlers(machine),
                        new PrimaryContextHandlers(machine),
                        new ContextHandlers(machine),
                        new ContextSettingHandlers(),
                        new PeerAccessHandlers(),
                        new ModuleHandlers(machine),
                        new FunctionHandlers(),
                        new OccupancyHandlers(),
                        new LaunchHandlers(machine),
                        new AllocationHandlers(machine),
                        new HostMemoryHandlers(machine),
                        new ManagedMemoryHandlers(machine),
                        new VirtualMemoryHandlers(machine),
                        new PointerHandlers(machine),
                        new CopyHandlers(machine),
                        new RectangleCopyHandlers(machine),
                        new FillHandlers(),
                        new StreamHandlers(machine),
                        new EventHandlers(machine))
                .forEach(group -> group.register(table));
        return table;
    }

    public void add(DriverFunction function, Handler handler) {
        if (handlers.put(function, handler) != null) {
            throw new IllegalStateException(function.symbol() + " is answered twice");
        }
    }

    public Handler handler(DriverFunction function) {
        var handler = handlers.get(function);
        if (handler == null) {
            throw new IllegalStateException(function.symbol() + " is not answered");
        }
        return handler;
    }
}
