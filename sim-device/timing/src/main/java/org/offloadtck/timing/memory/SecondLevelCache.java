package org.offloadtck.timing.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;

/// The second-level cache of a device, whose contents outlive a launch. Thread-safe.
///
/// A launch takes the contents when it begins and returns them when it has ended. A launch that
/// begins while another one has them begins with an empty cache, and the last one to end determines
/// what the next one finds: the contents depend on the order of launches, fills and copies on the
/// device, and not on the host. After a launch whose time is unknown the cache is empty.
public final class SecondLevelCache {

    private final long bytes;
    private final int ways;

    /// The contents, if no launch has them; empty before the first launch.
    private final Deque<CacheContents> returned = new ArrayDeque<>(1);

    /// An empty cache.
    public SecondLevelCache(TimedDevice device) {
        this.bytes = device.spec().memory().l2Bytes();
        this.ways = device.timing().value(Quantity.L2_WAYS);
    }

    /// Takes the contents for a launch.
    synchronized CacheContents take() {
        return returned.isEmpty() ? new CacheContents(bytes, ways) : returned.remove();
    }

    /// Discards the contents, after a launch whose time is unknown.
    public synchronized void clear() {
        returned.clear();
    }

    synchronized void giveBack(CacheContents contents) {
        returned.clear();
        returned.add(contents);
    }

    /// The device has written a range by a fill or a copy, whose lines are in the cache from now
    /// on.
    ///
    /// @param size in bytes
    public synchronized void written(long address, long size) {
        if (size > 0) {
            var contents = take();
            contents.write(address, address + size - 1);
            giveBack(contents);
        }
    }
}
