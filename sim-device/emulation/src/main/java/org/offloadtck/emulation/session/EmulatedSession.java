package org.offloadtck.emulation.session;

import org.offloadtck.emulation.api.DriverSession;
import org.offloadtck.emulation.api.DriverThread;

/// One client process.
public final class EmulatedSession implements DriverSession {

    private final DriverState machine;

    public EmulatedSession(DriverState machine) {
        this.machine = machine;
    }

    @Override
    public DriverThread attach() {
        return new EmulatedThread(machine);
    }

    @Override
    public long arenaTop() {
        return machine.memory().highWaterMark();
    }

    @Override
    public void close() {
        machine.close();
    }
}
