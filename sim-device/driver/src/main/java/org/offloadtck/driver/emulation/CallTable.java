package org.offloadtck.driver.emulation;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.Reply;

/// Who answers each function: every one has one answer.
final class CallTable {

    /// Carries out a function.
    @FunctionalInterface
    interface Handler {

        /// Answers one call.
        ///
        /// @throws Refusal when the function does not succeed
        Reply answer(Invocation call);
    }

    /// Functions about one thing.
    interface Group {

        void offer(CallTable table);
    }

    private final Map<DriverCall, Handler> handlers = new EnumMap<>(DriverCall.class);

    private CallTable() {}

    static CallTable of(Machine machine) {
        var table = new CallTable();
        List.<Group>of(
                        new DeviceCalls(machine),
                        new PrimaryContextCalls(machine),
                        new ContextCalls(machine),
                        new ContextSettingCalls(),
                        new PeerCalls(),
                        new ModuleCalls(machine),
                        new FunctionCalls(),
                        new OccupancyCalls(),
                        new LaunchCalls(machine),
                        new AllocationCalls(machine),
                        new HostMemoryCalls(machine),
                        new ManagedMemoryCalls(machine),
                        new VirtualMemoryCalls(machine),
                        new PointerCalls(machine),
                        new CopyCalls(machine),
                        new Copy2dCalls(machine),
                        new FillCalls(),
                        new StreamCalls(machine),
                        new EventCalls(machine))
                .forEach(group -> group.offer(table));
        return table;
    }

    void on(DriverCall function, Handler handler) {
        if (handlers.put(function, handler) != null) {
            throw new IllegalStateException(function.symbol() + " is answered twice");
        }
    }

    Handler handler(DriverCall function) {
        var handler = handlers.get(function);
        if (handler == null) {
            throw new IllegalStateException(function.symbol() + " is not answered");
        }
        return handler;
    }
}
