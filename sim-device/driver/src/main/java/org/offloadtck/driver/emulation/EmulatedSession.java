package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverSession;
import org.offloadtck.driver.api.DriverThread;

/// One client process.
final class EmulatedSession implements DriverSession {

    private final Machine machine;

    EmulatedSession(Machine machine) {
        this.machine = machine;
    }

    @Override
    public DriverThread attach() {
        return new EmulatedThread(machine);
    }

    @Override
    public long arenaTop() {
        return machine.memory().reached();
    }

    @Override
    public void close() {
        machine.close();
    }
}
