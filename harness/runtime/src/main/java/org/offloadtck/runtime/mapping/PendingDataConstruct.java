package org.offloadtck.runtime.mapping;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.Event;
import org.offloadtck.runtime.table.MappingChange;

/// A data construct that was started: its rows are in the table and its transfers on a queue. The
/// caller finishes it exactly once, and abandons it if that fails.
///
/// Requirement: DM-18.
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

    /// The started actions.
    ///
    /// @param done the event after the last transfer
    /// @param changes changes of the table
    record Work(DataPlan plan, Event done, List<MappingChange> changes) {}

    /// Device addresses that the program requests, by index of the argument.
    public SortedMap<Integer, Long> returned() {
        return returned;
    }

    /// Waits for the transfers, stores the copied data in host memory and removes the rows that
    /// nothing maps.
    ///
    /// @throws DeviceException if the device failed; the caller must then abandon the construct
    public void finish() {
        try {
            work.plan().synchronize();
        } finally {
            end();
        }
        work.plan().complete(data.table());
    }

    /// Undoes the construct's changes of the table after its transfers completed or failed. Copies
    /// nothing to the host. Constructs that were started one after another must be abandoned in
    /// reverse order.
    public void abandon() {
        try {
            work.plan().synchronize();
        } catch (DeviceException _) {
            // A failed transfer is complete, too.
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
