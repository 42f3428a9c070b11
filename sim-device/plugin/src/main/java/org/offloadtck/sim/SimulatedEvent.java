package org.offloadtck.sim;

import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.Measurement;

/// An event that is complete when it is made, with the measurements of its launch.
record SimulatedEvent(List<Measurement> measurements) implements Event {

    SimulatedEvent {
        measurements = List.copyOf(measurements);
    }

    /// The event of a launch.
    ///
    /// @param timing the measurements of its time
    static SimulatedEvent of(LaunchCounters counters, List<Measurement> timing) {
        var counted =
                Stream.of(
                        new Measurement(
                                LaunchMetric.THREAD_INSTRUCTIONS, counters.threadInstructions()),
                        new Measurement(
                                LaunchMetric.WARP_INSTRUCTIONS, counters.warpInstructions()),
                        new Measurement(LaunchMetric.GLOBAL_BYTES_READ, counters.globalBytesRead()),
                        new Measurement(
                                LaunchMetric.GLOBAL_BYTES_WRITTEN, counters.globalBytesWritten()));
        return new SimulatedEvent(Stream.concat(counted, timing.stream()).toList());
    }

    @Override
    public void synchronize() {}

    @Override
    public void close() {}
}
