package org.offloadtck.runtime;

import java.util.HashMap;
import java.util.Map;

/// The default device of each thread: the device of constructs without a `device` clause.
///
/// Requirement: DM-19.
///
/// @see "OpenMP 5.1, section 2.4.1, default-device-var, and section 3.7.7, omp_set_default_device"
public final class DefaultDevices {

    private final Map<Long, Long> chosen = new HashMap<>();
    private long thread;

    /// Makes `thread` the current thread.
    public void enter(long thread) {
        this.thread = thread;
    }

    /// `omp_set_default_device` of the current thread.
    public void choose(long device) {
        chosen.put(thread, device);
    }

    /// `omp_get_default_device` of the current thread: device 0 if the thread has set none.
    public long device() {
        return chosen.getOrDefault(thread, 0L);
    }
}
