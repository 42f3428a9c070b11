package org.offloadtck.timing.memory;

import org.offloadtck.timing.MemoryTraffic;
import org.offloadtck.timing.trace.AccessWord;

/// Running totals of the data moved between the levels of memory.
public final class TrafficCounters {

    private long l1Sectors;
    private long l1Hits;
    private long l1Cycles;
    private long sharedPasses;
    private long l2Requests;
    private long l2Reads;
    private long l2ReadHits;
    private long l2Writes;
    private long l2Atomics;
    private long dramRead;
    private long dramWritten;

    /// Counts sectors loaded through the first-level cache, and those of them that hit.
    public void l1(int sectors, int hits) {
        l1Sectors += sectors;
        l1Hits += hits;
    }

    /// Counts the cycles that a line takes of its multiprocessor's memory pipeline.
    public void l1Taken(int cycles) {
        l1Cycles += cycles;
    }

    public void shared(int passes) {
        sharedPasses += passes;
    }

    void l2Read(int sectors, int hits) {
        l2Requests++;
        l2Reads += sectors;
        l2ReadHits += hits;
    }

    void l2Write(int sectors) {
        l2Requests++;
        l2Writes += sectors;
    }

    void l2Atomic(int sectors) {
        l2Requests++;
        l2Atomics += sectors;
    }

    void dramRead(int sectors) {
        dramRead += sectors;
    }

    void dramWritten(int sectors) {
        dramWritten += sectors;
    }

    /// Adds the totals of another part of the device.
    public void add(TrafficCounters other) {
        l1Sectors += other.l1Sectors;
        l1Hits += other.l1Hits;
        l1Cycles += other.l1Cycles;
        sharedPasses += other.sharedPasses;
        l2Requests += other.l2Requests;
        l2Reads += other.l2Reads;
        l2ReadHits += other.l2ReadHits;
        l2Writes += other.l2Writes;
        l2Atomics += other.l2Atomics;
        dramRead += other.dramRead;
        dramWritten += other.dramWritten;
    }

    public MemoryTraffic snapshot() {
        return new MemoryTraffic(
                sharedPasses,
                bytes(l1Sectors),
                bytes(l1Hits),
                l1Cycles,
                l2Requests,
                bytes(l2Reads),
                bytes(l2ReadHits),
                bytes(l2Writes),
                bytes(l2Atomics),
                bytes(dramRead),
                bytes(dramWritten));
    }

    private static long bytes(long sectors) {
        return sectors * AccessWord.SECTOR_BYTES;
    }
}
