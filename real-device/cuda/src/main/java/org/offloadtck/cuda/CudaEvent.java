package org.offloadtck.cuda;

import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.Measurement;

/// A point in a stream, or the span of a launch between two.
final class CudaEvent implements Event {

    /// What lies between the two points of an event.
    enum Kind {
        LAUNCH,
        MARKER
    }

    private final CudaDevice device;
    private final Kind kind;
    private final CUevent begin;
    private final CUevent end;
    private boolean closed;

    private CudaEvent(CudaDevice device, Kind kind, CUevent begin, CUevent end) {
        this.device = device;
        this.kind = kind;
        this.begin = begin;
        this.end = end;
    }

    /// Records a point in `stream`.
    static CUevent point(CudaCall call, CUstream stream) {
        var event = new CUevent();
        call.check(JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DEFAULT));
        call.check(JCudaDriver.cuEventRecord(event, stream));
        return event;
    }

    static CudaEvent marker(CudaDevice device, CUevent point) {
        return new CudaEvent(device, Kind.MARKER, point, point);
    }

    static CudaEvent launch(CudaDevice device, CUevent begin, CUevent end) {
        return new CudaEvent(device, Kind.LAUNCH, begin, end);
    }

    /// The point work waits for, which `user` is about to use.
    CUevent handle(CudaCall user) {
        user.requireOpen(closed, "the event");
        return end;
    }

    @Override
    public void synchronize() {
        var call = device.call("wait for event");
        call.check(JCudaDriver.cuEventSynchronize(handle(call)));
    }

    @Override
    public List<Measurement> measurements() {
        synchronize();
        return switch (kind) {
            case MARKER -> List.of();
            case LAUNCH -> {
                var milliseconds = new float[1];
                device.call("timing of launch")
                        .check(JCudaDriver.cuEventElapsedTime(milliseconds, begin, end));
                yield List.of(
                        new Measurement(LaunchMetric.ELAPSED, Math.round(milliseconds[0] * 1e6)));
            }
        };
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            JCudaDriver.cuEventDestroy(end);
            if (kind == Kind.LAUNCH) {
                JCudaDriver.cuEventDestroy(begin);
            }
        }
    }
}
