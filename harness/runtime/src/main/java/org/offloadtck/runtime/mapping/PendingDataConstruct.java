package org.offloadtck.runtime.mapping;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.Event;
import org.offloadtck.runtime.table.MappingChange;

/// A data construct under way: its rows are in the table, its transfers on a queue. Whoever started
/// it finishes it, once, and abandons it if that fails.
///
/// @see "LLVM 16, openmp/libomptarget/include/omptarget.h, AsyncInfoTy"
public final class PendingDataConstruct {

    private final DataEnvironment data;
    private final Work work;
    private final SortedMap<Integer, Long> returned;
    private boolean underWay = true;

    PendingDataConstruct(DataEnvironment data, Work work, SortedMap<Integer, Long> returned) {
        this.data = data;
        this.work = work;
        this.returned = Collections.unmodifiableSortedMap(new TreeMap<>(returned));
    }

    /// What was set off.
    ///
    /// @param done the end of it on the device
    /// @param changes of the table
    record Work(DataPlan plan, Event done, List<MappingChange> changes) {}

    /// Device addresses for the arguments that are to be handed back as such, by index.
    public SortedMap<Integer, Long> returned() {
        return returned;
    }

    /// Waits for the transfers; then the host has what it gets, and what nothing maps any more is
    /// gone.
    ///
    /// @throws DeviceException if the device failed; the construct is to be abandoned then
    public void finish() {
        try {
            work.plan().synchronize();
        } finally {
            end();
        }
        work.plan().complete(data.table());
    }

    /// Leaves of the table what it would be without this construct, as soon as the device has done
    /// or failed to do what was set off. Copies nothing to the host. Where several are abandoned
    /// that were started one after another, the last is the first.
    public void abandon() {
        try {
            work.plan().synchronize();
        } catch (DeviceException _) {
            // What failed is over.
        } finally {
            end();
        }
        work.plan().undo(data.table(), work.changes());
    }

    private void end() {
        if (underWay) {
            underWay = false;
            data.table().forget(work.done());
            work.done().close();
        }
    }
}
