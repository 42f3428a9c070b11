package org.offloadtck.engine.deadlock;

import java.util.SortedSet;
import java.util.TreeSet;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Records the memory outside the CTA that threads read while they repeat themselves.
public final class SpinProbe implements LaunchObserver {

    /// Most addresses that are recorded: more than one for each thread of a CTA (PTX ISA 9.0 §10,
    /// `%ntid`: at most 1024).
    private static final int MOST = 4096;

    private final int[] words;
    private final VirtualClock clock;
    private final SortedSet<Long> read = new TreeSet<>();
    private long readings;

    public SpinProbe(Code code, VirtualClock clock) {
        this.words = code.words();
        this.clock = clock;
    }

    @Override
    public void accessIssued(Warp warp, LaneGroup group, int active, long[] addresses) {
        if (words[group.pc() * Code.STRIDE] == Op.STORE || read.size() > MOST) {
            return;
        }
        for (int rest = active; rest != 0; rest &= rest - 1) {
            long address = addresses[Integer.numberOfTrailingZeros(rest)];
            long window = AddressSpace.window(address);
            if (window == 0 || window == AddressSpace.GLOBAL) {
                read.add(address);
            }
        }
    }

    /// Starts a recording.
    public void start() {
        read.clear();
        readings = clock.readings();
    }

    /// Whether the recorded addresses are all that the threads depend on: no thread has read the
    /// clock, and there were not too many addresses.
    public boolean isComplete() {
        return read.size() <= MOST && readings == clock.readings();
    }

    /// The recorded addresses.
    public SortedSet<Long> addresses() {
        return read;
    }

    /// The recorded addresses that the host may change.
    public SortedSet<Long> changeable(HostAccess host) {
        var found = new TreeSet<Long>();
        read.stream().filter(host::mayChange).forEach(found::add);
        return found;
    }
}
