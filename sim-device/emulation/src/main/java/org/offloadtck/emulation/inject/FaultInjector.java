package org.offloadtck.emulation.inject;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.emulation.inject.InjectedFault.CountedEvent;
import org.offloadtck.emulation.inject.InjectedFault.Kind;

/// Decides which calls of a process fail: counts its events and compares them with the requested
/// faults.
///
/// Not thread-safe: the lock of the session guards it.
///
/// Requirement: ER-05.
public final class FaultInjector {

    private final List<InjectedFault> faults;
    private final Map<CountedEvent, Long> counts = new EnumMap<>(CountedEvent.class);

    public FaultInjector(List<InjectedFault> faults) {
        this.faults = List.copyOf(faults);
    }

    /// Whether the process has no device.
    public boolean isWithoutDevice() {
        return faults.stream().anyMatch(fault -> fault.kind() == Kind.NO_DEVICE);
    }

    /// Counts a call.
    ///
    /// @return whether the device is lost at this call or before
    public boolean isLostAtNextCall() {
        long count = count(CountedEvent.CALLS);
        return faults.stream()
                .anyMatch(fault -> fault.kind() == Kind.DEVICE_LOST && fault.ordinal() <= count);
    }

    /// Counts an event.
    ///
    /// @return whether this one fails
    public boolean isNextToFail(CountedEvent counted) {
        long count = count(counted);
        return faults.stream()
                .anyMatch(fault -> fault.kind().counted() == counted && fault.ordinal() == count);
    }

    private long count(CountedEvent counted) {
        return counts.merge(counted, 1L, Long::sum);
    }
}
