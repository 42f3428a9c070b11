package org.offloadtck.sim;

import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Measurement.Exactness;

/// A point that is reached already, with what was counted on the way.
record SimulatedEvent(List<Measurement> measurements) implements Event {

    SimulatedEvent {
        measurements = List.copyOf(measurements);
    }

    /// A launch that counted, and of which a clock says the rest.
    static SimulatedEvent of(LaunchCounters counters, List<Measurement> timing) {
        var counted =
                List.of(
                        count("thread-instructions", counters.threadInstructions()),
                        count("warp-instructions", counters.warpInstructions()),
                        bytes("global-bytes-read", counters.globalBytesRead()),
                        bytes("global-bytes-written", counters.globalBytesWritten()));
        return new SimulatedEvent(Stream.concat(counted.stream(), timing.stream()).toList());
    }

    private static Measurement count(String metric, long value) {
        return new Measurement(metric, value, "instructions", Exactness.EXACT);
    }

    private static Measurement bytes(String metric, long value) {
        return new Measurement(metric, value, "bytes", Exactness.EXACT);
    }

    @Override
    public void synchronize() {}

    @Override
    public void close() {}
}
