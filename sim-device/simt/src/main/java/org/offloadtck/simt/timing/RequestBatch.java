package org.offloadtck.simt.timing;

import java.util.Arrays;

/// Requests of all multiprocessors, in the order of time, multiprocessor and when they were added.
final class RequestBatch {

    /// Bits of a request's place in the batch, and of its multiprocessor.
    private static final int PLACE_BITS = 26;

    private static final int NUMBER_BITS = 12;

    private Request[] requests = new Request[1024];
    private long[] order = new long[1024];
    private int size;

    void clear() {
        Arrays.fill(requests, 0, size, Request.NONE);
        size = 0;
    }

    /// @param since how many cycles after the start of the batch's time it is
    void add(Request request, int multiprocessor, long since) {
        if (size == requests.length) {
            requests = Arrays.copyOf(requests, 2 * size);
            order = Arrays.copyOf(order, 2 * size);
        }
        requests[size] = request;
        order[size] = (since << NUMBER_BITS | multiprocessor) << PLACE_BITS | size;
        size++;
    }

    void sort() {
        Arrays.sort(order, 0, size);
    }

    int size() {
        return size;
    }

    /// The request that comes at that place of the order.
    Request request(int index) {
        return requests[(int) order[index] & (1 << PLACE_BITS) - 1];
    }

    /// Who makes it.
    int multiprocessor(int index) {
        return (int) (order[index] >> PLACE_BITS) & (1 << NUMBER_BITS) - 1;
    }
}
