package org.offloadtck.emulation.session;

import java.util.Optional;
import org.offloadtck.emulation.api.ArenaTop;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.emulation.api.DriverSession;
import org.offloadtck.emulation.api.DriverThread;
import org.offloadtck.emulation.api.HostCall;

/// The session of one client process with the emulated driver.
public final class EmulatedSession implements DriverSession {

    private final DriverState state;
    private final DispatchTable handlers;

    public EmulatedSession(DriverState state, DispatchTable handlers) {
        this.state = state;
        this.handlers = handlers;
    }

    @Override
    public DriverThread attach() {
        return new EmulatedThread(state, handlers);
    }

    @Override
    public Optional<HostCall.Due> nextHostCall() {
        return state.hostCalls().next();
    }

    @Override
    public ArenaTop arenaTop() {
        return ArenaTop.of(state.memory());
    }

    @Override
    public void accessed(DeviceMemoryAccess access) {
        state.accessed(access);
    }

    @Override
    public void died() {
        state.died();
    }

    @Override
    public void close() {
        state.close();
    }
}
