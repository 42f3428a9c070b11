package org.offloadtck.timing.replay;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.MemoryRequest;
import org.offloadtck.timing.memory.SectorCache;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.memory.TrafficCounters;
import org.offloadtck.timing.trace.AccessWord;

/// The memory pipeline of a multiprocessor: shared memory and first-level cache, which take turns,
/// and the way out to the memory all share.
///
/// The cache allocates when a load misses; stores write through and do not allocate.
public final class LoadStoreUnit {

    /// How far its work may lie ahead for another instruction to issue, in cycles: assumed, a few
    /// instructions of each scheduler.
    private static final int BACKLOG = 16;

    private static final int SECTORS = 4;

    private final int number;
    private final SectorCache cache;

    /// For each sector of each place the request that filled it or is to fill it.
    private final MemoryRequest[] filling;

    /// Of each place, the sectors that are not there yet, and when the last of the others was.
    private final byte[] onWay;

    private final long[] latest;
    private final MemoryRequest[] outstanding;
    private final Deque<MemoryRequest> outbox = new ArrayDeque<>();
    private final TrafficCounters traffic;
    private final int sharedLatency;
    private final int sharedInterval;
    private final int conflictInterval;
    private final int latency;
    private final int textureUnits;
    private final int[] cycles = new int[SECTORS + 1];
    private final int constantLatency;
    private final int sharedCode;
    private final int constantCode;
    private final int code;
    private long free;
    private long horizon;
    private int slot;
    private int sharing = 1;

    /// @param number of the multiprocessor
    /// @param bytes of the first-level cache
    LoadStoreUnit(int number, TimedDevice device, long bytes, TrafficCounters traffic) {
        this.number = number;
        var timing = device.timing();
        this.traffic = traffic;
        this.cache = new SectorCache(bytes, timing.value(Quantity.L1_WAYS));
        this.filling = new MemoryRequest[SECTORS * cache.places()];
        Arrays.fill(filling, MemoryRequest.NONE);
        this.onWay = new byte[cache.places()];
        this.latest = new long[cache.places()];
        this.outstanding = new MemoryRequest[timing.value(Quantity.L1_MISSES)];
        Arrays.fill(outstanding, MemoryRequest.NONE);
        this.sharedLatency = timing.value(Quantity.SHARED_LATENCY);
        this.sharedInterval = timing.value(Quantity.SHARED_INTERVAL);
        this.conflictInterval = timing.value(Quantity.SHARED_CONFLICT_INTERVAL);
        this.latency = timing.value(Quantity.L1_LATENCY);
        this.textureUnits = timing.value(Quantity.TEXTURE_UNITS);
        for (int sectors = 1; sectors <= SECTORS; sectors++) {
            int moved = sectors * AccessWord.SECTOR_BYTES;
            cycles[sectors] = Math.ceilDiv(moved, timing.value(Quantity.L1_BANDWIDTH));
        }
        this.constantLatency = timing.value(Quantity.CONSTANT_LATENCY);
        this.sharedCode = TaggedTime.code(device, CycleUse.SHARED);
        this.constantCode = TaggedTime.code(device, CycleUse.CONSTANT);
        this.code = TaggedTime.code(device, CycleUse.L1);
    }

    /// First cycle in which another access can issue.
    long opens() {
        return free - BACKLOG;
    }

    /// When its accesses so far have been executed.
    long free() {
        return free;
    }

    /// Requests that leave before `end` are to be answered at `end`, not before.
    void setHorizon(long end) {
        horizon = end;
    }

    /// The requests that were sent and not yet taken, in the order of time.
    Deque<MemoryRequest> outbox() {
        return outbox;
    }

    /// Executes an access of a warp.
    ///
    /// @return when its result is there, as [TaggedTime] has it
    long access(WarpReplay warp, int kind, long now) {
        var fetch = warp.fetch();
        boolean local = false;
        long filtered = 0;
        int word;
        do {
            word = warp.memory[warp.word++];
            if ((word & AccessWord.SECTORS) == 0) {
                int operand = AccessWord.operand(word);
                switch (AccessWord.kind(word)) {
                    case AccessWord.NOTHING -> fetch.has(TaggedTime.until(now + 1, code));
                    case AccessWord.ORIGIN -> origin(warp);
                    case AccessWord.SHARED -> fetch.has(shared(operand, now));
                    case AccessWord.LOCAL -> local = true;
                    case AccessWord.GLOBAL -> local = false;
                    case AccessWord.CONSTANT -> fetch.has(constant(operand, now));
                    case AccessWord.REMOTE -> remote(warp, kind, operand, now);
                    case AccessWord.TEXELS -> filtered = filter(fetch, operand, now);
                    default -> sharing = operand;
                }
            } else {
                long distance = word >> AccessWord.DISTANCE_SHIFT;
                long line = local ? warp.nextLocal(distance) : warp.nextGlobal(distance);
                line(fetch, kind, line, word & AccessWord.SECTORS, now);
            }
        } while ((word & AccessWord.MORE) != 0);
        if (filtered > free) {
            traffic.l1Taken((int) (filtered - free));
            free = filtered;
        }
        return fetch.end();
    }

    /// Texture units take texels from the cache, so that it is not free before they are.
    ///
    /// @return when they are
    private long filter(PendingLoad fetch, int groups, long now) {
        long end = Math.max(now, free) + Math.ceilDiv(groups, textureUnits);
        fetch.has(TaggedTime.until(end - 1 + latency, code));
        return end;
    }

    private static void origin(WarpReplay warp) {
        long low = warp.memory[warp.word++] & 0xffff_ffffL;
        long high = warp.memory[warp.word++];
        warp.line = high << Integer.SIZE | low;
    }

    private long shared(int passes, long now) {
        long start = Math.max(now, free);
        free = start + sharedInterval + (passes - 1L) * conflictInterval;
        traffic.shared(passes);
        return TaggedTime.until(free - sharedInterval + sharedLatency, sharedCode);
    }

    /// Sends an access to shared memory of another CTA of the cluster, or makes it here if that one
    /// is on this multiprocessor, too.
    private void remote(WarpReplay warp, int kind, int operand, long now) {
        var fetch = warp.fetching();
        int target = warp.multiprocessorOf(AccessWord.rank(operand));
        int sectors = AccessWord.remoteSectors(operand);
        if (target == number) {
            fetch.has(shared(Math.ceilDiv(sectors, SECTORS), now));
            return;
        }
        long start = Math.max(now, free);
        free = start + sharedInterval;
        switch (kind) {
            case InstructionCosts.STORE ->
                    send(MemoryRequest.Kind.REMOTE_STORE, target, sectors, start);
            case InstructionCosts.COPY ->
                    send(MemoryRequest.Kind.REMOTE_STORE, target, sectors, start).add(fetch);
            default -> send(MemoryRequest.Kind.REMOTE_LOAD, target, sectors, start).add(fetch);
        }
    }

    private long constant(int addresses, long now) {
        return TaggedTime.until(now + (long) addresses * constantLatency, constantCode);
    }

    private void line(PendingLoad fetch, int kind, long line, int sectors, long now) {
        long start = Math.max(now, free);
        int taken = cycles[Integer.bitCount(sectors)];
        free = start + taken;
        traffic.l1Taken(taken);
        switch (kind) {
            case InstructionCosts.LOAD -> load(fetch, line, sectors, start);
            case InstructionCosts.LOAD_UNCACHED, InstructionCosts.COPY ->
                    send(MemoryRequest.Kind.LOAD, line, sectors, start).add(fetch);
            case InstructionCosts.STORE -> send(MemoryRequest.Kind.STORE, line, sectors, start);
            default -> {
                var request = send(MemoryRequest.Kind.ATOMIC, line, sectors, start);
                request.setSharing(sharing);
                request.add(fetch);
            }
        }
    }

    private void load(PendingLoad fetch, long line, int sectors, long start) {
        int place = cache.find(line);
        int present = place == SectorCache.ABSENT ? 0 : cache.sectors(place) & sectors;
        traffic.l1(Integer.bitCount(sectors), Integer.bitCount(present));
        if (present != 0) {
            long there = TaggedTime.until(start + latency, code);
            fetch.has(there);
            if ((onWay[place] & present) != 0 || latest[place] > there) {
                hit(fetch, place, present);
            }
        }
        int missing = sectors & ~present;
        if (missing != 0) {
            place = place == SectorCache.ABSENT ? allocate(line) : place;
            var request = send(MemoryRequest.Kind.LOAD, line, missing, start);
            request.setPlace(place);
            request.add(fetch);
            expect(request, place, missing);
        }
    }

    private int allocate(long line) {
        int place = cache.victim(line);
        cache.put(place, line);
        onWay[place] = 0;
        latest[place] = 0;
        return place;
    }

    private void expect(MemoryRequest request, int place, int missing) {
        cache.addSectors(place, missing);
        onWay[place] |= (byte) missing;
        for (int rest = missing; rest != 0; rest &= rest - 1) {
            filling[SECTORS * place + Integer.numberOfTrailingZeros(rest)] = request;
        }
    }

    private void hit(PendingLoad fetch, int place, int present) {
        var before = MemoryRequest.NONE;
        for (int rest = present; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            var request = filling[SECTORS * place + sector];
            if ((onWay[place] & (1 << sector)) == 0) {
                fetch.has(request.answered());
            } else if (request != before) {
                before = request;
                request.add(fetch);
            }
        }
    }

    /// Sends a request, when there is room for one more on its way.
    private MemoryRequest send(MemoryRequest.Kind kind, long line, int sectors, long start) {
        slot = slot + 1 == outstanding.length ? 0 : slot + 1;
        var earlier = outstanding[slot];
        long room = earlier == MemoryRequest.NONE ? 0 : earlier.answered();
        long leaves = Math.max(start, room == TaggedTime.UNKNOWN ? horizon : TaggedTime.time(room));
        free = Math.max(free, leaves);
        var request = new MemoryRequest(kind, leaves, line, sectors);
        outstanding[slot] = request;
        outbox.add(request);
        return request;
    }

    /// Receives a request that was answered.
    ///
    /// @param now the cycle of the replay
    void answer(MemoryRequest request, long now) {
        long when = request.answered();
        int place = request.place();
        if (place >= 0 && cache.line(place) == request.line()) {
            for (int rest = request.sectors(); rest != 0; rest &= rest - 1) {
                int at = SECTORS * place + Integer.numberOfTrailingZeros(rest);
                if (filling[at] == request) {
                    onWay[place] &= (byte) ~(rest & -rest);
                }
            }
            latest[place] = Math.max(latest[place], when);
        }
        request.tell(now);
    }
}
