package org.offloadtck.simt.execution;

/// What CTAs did, added up in the order they are written down.
final class Tally {

    private final Counts counts = new Counts();
    private final StringBuilder output = new StringBuilder();

    void add(LaunchResult did) {
        counts.add(did.counters());
        output.append(did.output());
    }

    LaunchResult read() {
        return new LaunchResult(counts.read(), output.toString());
    }

    void clear() {
        counts.clear();
        output.setLength(0);
    }
}
