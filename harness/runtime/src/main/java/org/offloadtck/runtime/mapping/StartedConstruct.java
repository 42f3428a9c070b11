package org.offloadtck.runtime.mapping;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.plugin.Event;

/// A data construct under way: its rows are in the table, its transfers on a queue. Whoever started
/// it finishes it, once.
///
/// @see "LLVM 16, openmp/libomptarget/include/omptarget.h, AsyncInfoTy"
public final class StartedConstruct {

    private final DataEnvironment data;
    private final DataPlan plan;
    private final Event done;
    private final SortedMap<Integer, Long> returned;

    StartedConstruct(
            DataEnvironment data, DataPlan plan, Event done, SortedMap<Integer, Long> returned) {
        this.data = data;
        this.plan = plan;
        this.done = done;
        this.returned = Collections.unmodifiableSortedMap(new TreeMap<>(returned));
    }

    DataPlan plan() {
        return plan;
    }

    /// Device addresses for the arguments that are to be handed back as such, by index.
    public SortedMap<Integer, Long> returned() {
        return returned;
    }

    /// Waits for the transfers; then the host has what it gets, and what nothing maps any more is
    /// gone.
    ///
    /// @throws org.offloadtck.plugin.DeviceException if the device failed; the table stays as the
    ///   construct left it when it was started
    public void finish() {
        data.finish(plan, done);
    }
}
