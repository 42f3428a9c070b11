package org.offloadtck.timing.memory;

import java.util.Arrays;

/// Requests of all multiprocessors that leave within a time, in the order of cycle, multiprocessor
/// and when they were added. They are added multiprocessor after multiprocessor.
public final class MemoryRequestBatch {

    private static final int FIRST = 1024;

    private MemoryRequest[] requests = new MemoryRequest[FIRST];
    private int[] multiprocessors = new int[FIRST];
    private int[] cycles = new int[FIRST];
    private int[] order = new int[FIRST];
    private int size;

    /// How many requests leave before each cycle, once sorted; the number of the cycle before it
    /// while they are added.
    private final int[] before;

    /// The last cycle in which a request leaves.
    private int last;

    /// @param time for how many cycles it is
    public MemoryRequestBatch(int time) {
        before = new int[time + 1];
    }

    public void clear() {
        Arrays.fill(requests, 0, size, MemoryRequest.NONE);
        Arrays.fill(before, 0, last + 2, 0);
        size = 0;
        last = 0;
    }

    /// Adds a request.
    ///
    /// @param cycle in which it leaves, from 0
    public void add(MemoryRequest request, int multiprocessor, int cycle) {
        if (size == requests.length) {
            requests = Arrays.copyOf(requests, 2 * size);
            multiprocessors = Arrays.copyOf(multiprocessors, 2 * size);
            cycles = Arrays.copyOf(cycles, 2 * size);
            order = new int[2 * size];
        }
        requests[size] = request;
        multiprocessors[size] = multiprocessor;
        cycles[size] = cycle;
        before[cycle + 1]++;
        last = Math.max(last, cycle);
        size++;
    }

    public void sort() {
        for (int cycle = 1; cycle <= last; cycle++) {
            before[cycle] += before[cycle - 1];
        }
        for (int i = 0; i < size; i++) {
            order[before[cycles[i]]++] = i;
        }
    }

    public int size() {
        return size;
    }

    /// The request at an index of the order.
    public MemoryRequest request(int index) {
        return requests[order[index]];
    }

    /// The multiprocessor of the request at an index.
    public int multiprocessor(int index) {
        return multiprocessors[order[index]];
    }
}
