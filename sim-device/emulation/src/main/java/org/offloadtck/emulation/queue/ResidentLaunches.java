package org.offloadtck.emulation.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.resource.EmulatedDevice;

/// The suspended launches, in the order in which they were suspended, and the room that their CTAs
/// leave on their devices.
///
/// A CTA takes the share of its device that the device's limits for a launch of its kernel alone
/// give it.
final class ResidentLaunches {

    /// Grids that a device holds at the same time (CUDA C++ Programming Guide 13.0, technical
    /// specifications, compute capability 7.5 to 9.0).
    private static final int MOST_GRIDS = 128;

    /// More than the error of a sum of shares, and less than the share of a CTA.
    private static final double ROUNDING = 1e-9;

    private final List<SuspendedLaunch> suspended = new ArrayList<>();

    void add(SuspendedLaunch launch) {
        suspended.add(launch);
    }

    void remove(SuspendedLaunch launch) {
        suspended.remove(launch);
    }

    List<SuspendedLaunch> all() {
        return suspended;
    }

    /// CTAs of a suspended launch that may be resident beside the others.
    int room(SuspendedLaunch of) {
        return room(of.launch(), Optional.of(of));
    }

    /// CTAs of a launch that may be resident beside the suspended ones.
    ///
    /// @return 0 if the launch cannot start
    int room(StreamCommand.Launch launch) {
        if (suspended.isEmpty()) {
            return launch.limits().residentCtas();
        }
        int room = room(launch, Optional.empty());
        boolean fits =
                switch (launch.residence()) {
                    case SOME -> grids(launch.context().device()) < MOST_GRIDS;
                    case ALL -> launch.shape().grid().volume() <= room;
                };
        return fits ? room : 0;
    }

    private long grids(EmulatedDevice device) {
        return suspended.stream().filter(s -> isOn(device, s)).count();
    }

    private int room(StreamCommand.Launch launch, Optional<SuspendedLaunch> except) {
        double taken =
                suspended.stream()
                        .filter(s -> isOn(launch.context().device(), s))
                        .filter(s -> except.filter(s::equals).isEmpty())
                        .mapToDouble(SuspendedLaunch::share)
                        .sum();
        double free = Math.max(0, 1 - taken + ROUNDING);
        return (int) (launch.limits().residentCtas() * Math.min(1, free));
    }

    private static boolean isOn(EmulatedDevice device, SuspendedLaunch launch) {
        return launch.launch().context().device() == device;
    }
}
