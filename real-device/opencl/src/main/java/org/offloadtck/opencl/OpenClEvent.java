package org.offloadtck.opencl;

import java.util.List;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_event;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.Measurement;

/// An OpenCL event, of a launch or of a marker.
final class OpenClEvent implements Event {

    /// What the event marks.
    enum Kind {
        LAUNCH,
        MARKER
    }

    private final OpenClCall call;
    private final Kind kind;
    private final cl_event event;
    private boolean closed;

    OpenClEvent(OpenClCall call, Kind kind, cl_event event) {
        this.call = call;
        this.kind = kind;
        this.event = event;
    }

    /// The event, which `user` is about to use.
    cl_event handle(OpenClCall user) {
        user.requireOpen(closed, "the event");
        return event;
    }

    @Override
    public void synchronize() {
        call.requireOpen(closed, "the event");
        call.check(CL.clWaitForEvents(1, new cl_event[] {event}));
    }

    @Override
    public List<Measurement> measurements() {
        synchronize();
        return switch (kind) {
            case MARKER -> List.of();
            case LAUNCH ->
                    List.of(
                            new Measurement(
                                    LaunchMetric.ELAPSED,
                                    profile(CL.CL_PROFILING_COMMAND_END)
                                            - profile(CL.CL_PROFILING_COMMAND_START)));
        };
    }

    /// Nanoseconds on the device's clock: OpenCL 1.2, 5.12.
    private long profile(int point) {
        var time = new long[1];
        call.check(
                CL.clGetEventProfilingInfo(event, point, Sizeof.cl_ulong, Pointer.to(time), null));
        return time[0];
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            CL.clReleaseEvent(event);
        }
    }
}
