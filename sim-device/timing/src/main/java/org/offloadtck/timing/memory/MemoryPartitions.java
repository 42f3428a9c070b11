package org.offloadtck.timing.memory;

import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.trace.AccessWord;

/// The memory all multiprocessors share: slices of second-level cache, each with its part of the
/// device's memory behind it. A slice and a part serve one request after another.
///
/// The cache holds what earlier launches left, allocates for stores, and writes a line back when it
/// needs its place. A line is near to the half of the multiprocessors that used it before.
public final class MemoryPartitions {

    /// Times of servers are in parts of a cycle, of which a cycle has 2^10.
    private static final int PARTS = 10;

    private final SecondLevelCache owner;
    private final CacheContents cache;
    private final LineHash slices;
    private final long[] filled;
    private final long[] sliceFree;
    private final long[] memoryFree;
    private final TrafficCounters traffic;
    private final int multiprocessors;
    private final long sliceSector;
    private final long memorySector;
    private final int near;
    private final int far;
    private final int atomicLatency;
    private final int atomicInterval;
    private final int memoryLatency;
    private final int cacheCode;
    private final int memoryCode;
    private final int atomicCode;

    /// Begins a launch.
    ///
    /// @param owner whose contents the launch finds
    public MemoryPartitions(TimedDevice device, SecondLevelCache owner, TrafficCounters traffic) {
        var timing = device.timing();
        this.owner = owner;
        this.traffic = traffic;
        this.multiprocessors = device.spec().multiprocessor().count();
        this.cache = owner.take();
        this.filled = new long[cache.places()];
        int count = timing.value(Quantity.L2_SLICES);
        this.slices = new LineHash(count);
        this.sliceFree = new long[count];
        this.memoryFree = new long[count];
        long sector = ((long) AccessWord.SECTOR_BYTES * count) << PARTS;
        this.sliceSector = sector / timing.value(Quantity.L2_BANDWIDTH);
        long kilohertz = device.spec().multiprocessor().clockKilohertz();
        long bytesPerMillisecond = timing.figure(Quantity.DRAM_BANDWIDTH).value() * 1000;
        this.memorySector = sector * kilohertz / bytesPerMillisecond;
        this.near = timing.value(Quantity.L2_LATENCY);
        this.far = timing.value(Quantity.L2_FAR_LATENCY);
        this.atomicLatency = timing.value(Quantity.ATOMIC_LATENCY);
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
        int slice = (int) slices.over(request.line());
        int count = Integer.bitCount(request.sectors());
        long start = Math.max(request.time() << PARTS, sliceFree[slice]);
        long takes = count * sliceSector;
        if (request.kind() == MemoryRequest.Kind.ATOMIC) {
            takes = Math.max(takes, ((long) request.sharing() * atomicInterval) << PARTS);
        }
        sliceFree[slice] = start + takes;
        return switch (request.kind()) {
            case LOAD -> load(request, slice, start, multiprocessor);
            case STORE -> store(request, slice, start);
            case ATOMIC -> atomic(request, slice, start);
        };
    }

    private long load(MemoryRequest request, int slice, long start, int multiprocessor) {
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
            place = place < 0 ? allocate(request.line(), slice, start) : place;
            when = Math.max(when, fill(place, missing, slice, start));
        }
        cache.addHalf(place, half(multiprocessor));
        return when;
    }

    private int half(int multiprocessor) {
        return 2 * multiprocessor < multiprocessors ? 1 : 2;
    }

    private long store(MemoryRequest request, int slice, long start) {
        traffic.l2Write(Integer.bitCount(request.sectors()));
        int place = cache.find(request.line());
        long taken = start;
        if (place < 0) {
            long before = memoryFree[slice];
            place = allocate(request.line(), slice, start);
            taken = memoryFree[slice] > before ? memoryFree[slice] : start;
        }
        cache.addSectors(place, request.sectors());
        cache.addDirty(place, request.sectors());
        return TaggedTime.until((taken >> PARTS) + near, cacheCode);
    }

    private long atomic(MemoryRequest request, int slice, long start) {
        traffic.l2Atomic(Integer.bitCount(request.sectors()));
        int place = cache.find(request.line());
        place = place < 0 ? allocate(request.line(), slice, start) : place;
        int missing = request.sectors() & ~cache.sectors(place);
        long ready = missing == 0 ? filled[place] : fill(place, missing, slice, start);
        cache.addDirty(place, request.sectors());
        long turn = request.sharing() - 1L;
        long done = (start >> PARTS) + turn * atomicInterval + atomicLatency;
        return Math.max(ready, TaggedTime.until(done, atomicCode));
    }

    /// Allocates a line, which may write another one back.
    private int allocate(long line, int slice, long start) {
        int place = cache.victim(line);
        int back = Integer.bitCount(cache.dirty(place));
        if (back > 0) {
            traffic.dramWritten(back);
            memoryFree[slice] = Math.max(start, memoryFree[slice]) + back * memorySector;
        }
        cache.put(place, line);
        filled[place] = 0;
        return place;
    }

    /// Reads sectors into a place of the cache.
    private long fill(int place, int sectors, int slice, long start) {
        int count = Integer.bitCount(sectors);
        traffic.dramRead(count);
        long from = Math.max(start, memoryFree[slice]);
        memoryFree[slice] = from + count * memorySector;
        cache.addSectors(place, sectors);
        filled[place] = TaggedTime.until((from >> PARTS) + memoryLatency, memoryCode);
        return filled[place];
    }
}
