package org.offloadtck.engine.thread;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The tensor memory of a CTA: cells of 32 bits in lanes and columns, of which whole columns are
/// allocated (PTX ISA 9.0 §9.7.16.1).
///
/// An address has the lane in its upper and the column in its lower half. The CTA has all columns
/// for itself, though the CTAs of a multiprocessor share them.
public final class TensorMemory {

    public static final int LANES = 128;

    public static final int COLUMNS = 512;

    /// The unit and the least number of allocated columns (PTX ISA 9.0 §9.7.16.7.1).
    public static final int LEAST = 32;

    /// Lanes that a warp accesses: a quarter (PTX ISA 9.0 §9.7.16.8.1).
    public static final int LANES_OF_WARP = LANES / 4;

    /// By lane and column; empty before the first allocation.
    private int[] cells = new int[0];

    /// The cells that were written since their column was allocated.
    private final BitSet written = new BitSet();

    /// The number of columns of each allocation by its first column.
    private final Map<Integer, Integer> allocations = new TreeMap<>();

    private boolean isRelinquished;

    TensorMemory() {}

    /// Frees all columns and clears them.
    void clear() {
        Arrays.fill(cells, 0);
        allocations.clear();
        written.clear();
        isRelinquished = false;
    }

    /// The lane of an address.
    public static int lane(long address) {
        return (int) (address >>> Short.SIZE & 0xffff);
    }

    /// The column of an address.
    public static int column(long address) {
        return (int) (address & 0xffff);
    }

    /// Whether a number of columns can be allocated: a power of two from [#LEAST] on.
    public static boolean isAllocatable(long columns) {
        return columns >= LEAST && columns <= COLUMNS && (columns & columns - 1) == 0;
    }

    /// The lowest columns that follow each other and are free in all of several tensor memories.
    ///
    /// @return the first of them
    public static OptionalInt freeInAll(Iterable<TensorMemory> memories, int columns) {
        for (int first = 0; first <= COLUMNS - columns; first += LEAST) {
            boolean isFree = true;
            for (var memory : memories) {
                isFree &= memory.isFree(first, columns);
            }
            if (isFree) {
                return OptionalInt.of(first);
            }
        }
        return OptionalInt.empty();
    }

    private boolean isFree(int first, int columns) {
        return allocations.entrySet().stream()
                .noneMatch(each ->
                        each.getKey() < first + columns && first < each.getKey() + each.getValue());
    }

    /// Allocates columns that are free.
    public void allocate(int first, int columns) {
        if (cells.length == 0) {
            cells = new int[LANES * COLUMNS];
        }
        for (int lane = 0; lane < LANES; lane++) {
            written.clear(lane * COLUMNS + first, lane * COLUMNS + first + columns);
        }
        allocations.put(first, columns);
    }

    /// Whether an allocation has this first column and this number of columns.
    public boolean isAllocation(int first, int columns) {
        return allocations.getOrDefault(first, 0) == columns;
    }

    public void release(int first) {
        allocations.remove(first);
    }

    /// Forbids further allocations.
    public void relinquish() {
        isRelinquished = true;
    }

    public boolean isRelinquished() {
        return isRelinquished;
    }

    /// Whether no columns are allocated.
    public boolean isEmpty() {
        return allocations.isEmpty();
    }

    /// Whether all columns of a range are allocated, possibly by several allocations.
    public boolean covers(int first, int columns) {
        int reached = first;
        for (var each : allocations.entrySet()) {
            if (each.getKey() <= reached) {
                reached = Math.max(reached, each.getKey() + each.getValue());
            }
        }
        return reached >= first + columns;
    }

    /// The allocated columns as text: `0 to 31, 64 to 127`.
    public String describe() {
        return allocations.entrySet().stream()
                .map(each ->
                        "%d to %d".formatted(each.getKey(), each.getKey() + each.getValue() - 1))
                .collect(Collectors.joining(", "));
    }

    /// A cell of an allocated column.
    public int get(int lane, int column) {
        return cells[lane * COLUMNS + column];
    }

    public void set(int lane, int column, int value) {
        set(lane, column, value, true);
    }

    /// Sets a cell, which counts as written only if what its value was computed from was.
    public void set(int lane, int column, int value, boolean isWritten) {
        cells[lane * COLUMNS + column] = value;
        written.set(lane * COLUMNS + column, isWritten);
    }

    /// Whether a cell was written since its column was allocated.
    public boolean isWritten(int lane, int column) {
        return written.get(lane * COLUMNS + column);
    }
}
