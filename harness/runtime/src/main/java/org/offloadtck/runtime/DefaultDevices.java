package org.offloadtck.runtime;

import java.util.HashMap;
import java.util.Map;

/// The devices that constructs without `device` go to: each thread of the program has one of its
/// own.
///
/// @see "OpenMP 5.1, section 2.4.1, default-device-var, and section 3.7.7, omp_set_default_device"
public final class DefaultDevices {

    private final Map<Long, Long> chosen = new HashMap<>();
    private long thread;

    /// From now on `thread` is the one that calls.
    public void enter(long thread) {
        this.thread = thread;
    }

    /// `omp_set_default_device` of the thread that calls.
    public void choose(long device) {
        chosen.put(thread, device);
    }

    /// `omp_get_default_device`: the first device for a thread that has chosen none.
    public long device() {
        return chosen.getOrDefault(thread, 0L);
    }
}
