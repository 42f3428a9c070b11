package org.offloadtck.simt.timing;

import java.util.Arrays;

/// Requests of all multiprocessors that leave within a time, in the order of cycle, multiprocessor
/// and when they were added. They are added multiprocessor after multiprocessor.
final class RequestBatch {

    private static final int FIRST = 1024;

    private Request[] requests = new Request[FIRST];
    private int[] multiprocessors = new int[FIRST];
    private int[] cycles = new int[FIRST];
    private int[] order = new int[FIRST];
    private int size;

    /// How many requests leave before each cycle, once sorted; the number of the cycle before it
    /// while they are added.
    private final int[] before;

    /// @param time for how many cycles it is
    RequestBatch(int time) {
        before = new int[time + 1];
    }

    void clear() {
        Arrays.fill(requests, 0, size, Request.NONE);
        Arrays.fill(before, 0);
        size = 0;
    }

    /// @param cycle in which it leaves, from 0
    void add(Request request, int multiprocessor, int cycle) {
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
        size++;
    }

    void sort() {
        for (int cycle = 1; cycle < before.length; cycle++) {
            before[cycle] += before[cycle - 1];
        }
        for (int i = 0; i < size; i++) {
            order[before[cycles[i]]++] = i;
        }
    }

    int size() {
        return size;
    }

    /// The request that comes at that place of the order.
    Request request(int index) {
        return requests[order[index]];
    }

    /// Who makes it.
    int multiprocessor(int index) {
        return multiprocessors[order[index]];
    }
}
