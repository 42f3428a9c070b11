package org.offloadtck.timing.memory;

import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.trace.AccessWord;

/// The network between multiprocessors, by which CTAs of a cluster access each other's shared
/// memory.
///
/// Each multiprocessor sends and receives one message after another; the network itself has room
/// for all. A signal waits for the messages before it, and takes no time of a multiprocessor.
final class ClusterNetwork {

    private final int latency;
    private final int code;

    /// What a multiprocessor sends or receives, in bytes a cycle.
    private final int bandwidth;

    /// When each multiprocessor can send and receive again, in cycles times [#bandwidth].
    private final long[] sends;

    private final long[] receives;

    /// @param ctas of a cluster
    ClusterNetwork(TimedDevice device, int ctas) {
        var timing = device.timing();
        var speed = ctas == 2 ? Quantity.DSMEM_PAIR_BANDWIDTH : Quantity.DSMEM_BANDWIDTH;
        this.bandwidth = Math.max(1, timing.value(speed));
        this.latency = timing.value(Quantity.DSMEM_LATENCY);
        this.code = TaggedTime.code(CycleUse.SHARED, timing.figure(Quantity.DSMEM_LATENCY).basis());
        int count = device.spec().multiprocessor().count();
        this.sends = new long[count];
        this.receives = new long[count];
    }

    /// Serves a message of a multiprocessor. Messages must come in the order of their times.
    ///
    /// @return when its answer is there, as [TaggedTime] has it
    long serve(MemoryRequest message, int multiprocessor) {
        int other = (int) message.line();
        return switch (message.kind()) {
            case REMOTE_LOAD -> moved(message, other, multiprocessor);
            case REMOTE_STORE, SIGNAL -> moved(message, multiprocessor, other);
            case LOAD, STORE, ATOMIC ->
                    throw new IllegalStateException("no message: " + message.kind());
        };
    }

    private long moved(MemoryRequest message, int from, int to) {
        long start = message.time() * bandwidth;
        start = Math.max(start, Math.max(sends[from], receives[to]));
        long bytes = (long) message.sectors() * AccessWord.SECTOR_BYTES;
        sends[from] = start + bytes;
        receives[to] = start + bytes;
        long last = start + Math.max(0, bytes - AccessWord.SECTOR_BYTES);
        return TaggedTime.until(last / bandwidth + latency, code);
    }
}
