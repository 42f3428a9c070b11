package org.offloadtck.timing.memory;

import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.trace.AccessWord;

/// The memory all multiprocessors share: slices of second-level cache, which serve one request
/// after another, each with its part of the device's memory behind it.
///
/// The cache holds what earlier launches left, allocates for stores, and writes a line back when it
/// needs its place. A line is near to the half of the multiprocessors that used it before.
public final class MemoryPartitions {

    /// Times of servers are in parts of a cycle, of which a cycle has 2^10.
    private static final int PARTS = 10;

    private final SecondLevelCache owner;
    private final CacheContents cache;
    private final LineHash slices;
    private final LineHash halves = new LineHash(2);
    private final long[] filled;
    private final long[] sliceFree;
    private final DramParts dram;
    private final ClusterNetwork network;
    private final TrafficCounters traffic;
    private final int multiprocessors;
    private final long sliceSector;
    private final int near;
    private final int far;
    private final int atomicNear;
    private final int atomicFar;
    private final int atomicInterval;
    private final int memoryLatency;
    private final int cacheCode;
    private final int memoryCode;
    private final int atomicCode;

    /// Begins a launch.
    ///
    /// @param owner whose contents the launch finds
    /// @param clusterCtas of a cluster of the launch
    public MemoryPartitions(
            TimedDevice device, SecondLevelCache owner, TrafficCounters traffic, int clusterCtas) {
        var timing = device.timing();
        this.owner = owner;
        this.traffic = traffic;
        this.multiprocessors = device.spec().multiprocessor().count();
        this.cache = owner.take();
        this.filled = new long[cache.places()];
        int count = timing.value(Quantity.L2_SLICES);
        this.slices = new LineHash(count);
        this.sliceFree = new long[count];
        this.network = new ClusterNetwork(device, clusterCtas);
        this.dram = new DramParts(device, PARTS);
        long sector = ((long) AccessWord.SECTOR_BYTES * count) << PARTS;
        this.sliceSector = sector / timing.value(Quantity.L2_BANDWIDTH);
        this.near = timing.value(Quantity.L2_LATENCY);
        this.far = timing.value(Quantity.L2_FAR_LATENCY);
        this.atomicNear = timing.value(Quantity.ATOMIC_LATENCY);
        this.atomicFar = timing.value(Quantity.ATOMIC_FAR_LATENCY);
        this.atomicInterval = timing.value(Quantity.ATOMIC_INTERVAL);
        this.memoryLatency = timing.value(Quantity.DRAM_LATENCY);
        this.cacheCode = TaggedTime.code(device, CycleUse.L2);
        this.memoryCode = TaggedTime.code(device, CycleUse.DRAM);
        this.atomicCode = TaggedTime.code(device, CycleUse.ATOMIC);
    }

    /// Ends the launch, whose contents of the cache the next one finds.
    public void end() {
        owner.giveBack(cache);
    }

    /// Serves a request of a multiprocessor. Requests must come in the order of their times.
    ///
    /// @return when its answer is there, as [TaggedTime] has it
    public long serve(MemoryRequest request, int multiprocessor) {
        return switch (request.kind()) {
            case LOAD, STORE, ATOMIC -> serveLine(request, multiprocessor);
            case REMOTE_LOAD, REMOTE_STORE, SIGNAL -> network.serve(request, multiprocessor);
        };
    }

    private long serveLine(MemoryRequest request, int multiprocessor) {
        int slice = (int) slices.over(request.line());
        int count = Integer.bitCount(request.sectors());
        long start = Math.max(request.time() << PARTS, sliceFree[slice]);
        long takes = count * sliceSector;
        if (request.kind() == MemoryRequest.Kind.ATOMIC) {
            takes = Math.max(takes, ((long) request.sharing() * atomicInterval) << PARTS);
        }
        sliceFree[slice] = start + takes;
        return switch (request.kind()) {
            case LOAD -> load(request, start, multiprocessor);
            case STORE -> store(request, start);
            case ATOMIC -> atomic(request, start, multiprocessor);
            case REMOTE_LOAD, REMOTE_STORE, SIGNAL ->
                    throw new IllegalStateException("no line: " + request.kind());
        };
    }

    private long load(MemoryRequest request, long start, int multiprocessor) {
        int place = cache.find(request.line());
        int present = place < 0 ? 0 : cache.sectors(place) & request.sectors();
        int missing = request.sectors() & ~present;
        traffic.l2Read(Integer.bitCount(request.sectors()), Integer.bitCount(present));
        long when = 0;
        if (present != 0) {
            int latency = cache.isNear(place, half(multiprocessor)) ? near : far;
            long hit = TaggedTime.until((start >> PARTS) + latency, cacheCode);
            when = Math.max(hit, filled[place]);
        }
        if (missing != 0) {
            if (place < 0) {
                place = cache.victim(request.line());
                allocate(place, request.line(), start);
            }
            when = Math.max(when, fill(place, request.line(), missing, start));
        }
        cache.addHalf(place, half(multiprocessor));
        return when;
    }

    private int half(int multiprocessor) {
        return 2 * multiprocessor < multiprocessors ? 1 : 2;
    }

    /// The half of the cache in which a line is changed. A load finds it in the other one, too.
    private int home(long line) {
        return 1 + (int) halves.over(line);
    }

    private long store(MemoryRequest request, long start) {
        traffic.l2Write(Integer.bitCount(request.sectors()));
        int place = cache.find(request.line());
        long taken = start;
        if (place < 0) {
            place = cache.victim(request.line());
            taken = allocate(place, request.line(), start);
        }
        cache.addSectors(place, request.sectors());
        cache.addDirty(place, request.sectors());
        return TaggedTime.until((taken >> PARTS) + near, cacheCode);
    }

    private long atomic(MemoryRequest request, long start, int multiprocessor) {
        traffic.l2Atomic(Integer.bitCount(request.sectors()));
        int place = cache.find(request.line());
        if (place < 0) {
            place = cache.victim(request.line());
            allocate(place, request.line(), start);
        }
        int missing = request.sectors() & ~cache.sectors(place);
        long ready = missing == 0 ? filled[place] : fill(place, request.line(), missing, start);
        cache.addDirty(place, request.sectors());
        long turn = request.sharing() - 1L;
        int latency = home(request.line()) == half(multiprocessor) ? atomicNear : atomicFar;
        long done = (start >> PARTS) + turn * atomicInterval + latency;
        return Math.max(ready, TaggedTime.until(done, atomicCode));
    }

    /// Allocates a place of the cache for a line, and writes back the one that was there.
    ///
    /// @return when memory has taken that one, in parts of a cycle
    private long allocate(int place, long line, long start) {
        int back = Integer.bitCount(cache.dirty(place));
        long taken = start;
        if (back > 0) {
            traffic.dramWritten(back);
            taken = dram.write((int) slices.over(cache.line(place)), back, start);
        }
        cache.put(place, line);
        filled[place] = 0;
        return taken;
    }

    /// Reads sectors of a line into its place of the cache.
    private long fill(int place, long line, int sectors, long start) {
        int count = Integer.bitCount(sectors);
        traffic.dramRead(count);
        long from = dram.read((int) slices.over(line), count, start);
        cache.addSectors(place, sectors);
        filled[place] = TaggedTime.until(from + memoryLatency, memoryCode);
        return filled[place];
    }
}
