package org.offloadtck.engine.deviceruntime;

import java.util.HashSet;
import java.util.Set;
import org.offloadtck.engine.deviceruntime.DeviceCommand.Order;

/// The streams and events of a grid. They order nothing themselves, since all work of a grid runs
/// in the order of submission: that is an order which every stream and every event allows.
final class DeviceStreams {

    // Named streams (CUDA 13.0, `driver_types.h` and `cuda_device_runtime_api.h`).
    private static final long NULL = 0;
    private static final long PER_THREAD = 2;
    private static final long TAIL_LAUNCH = 3;
    private static final long FIRE_AND_FORGET = 4;

    /// `cudaStreamNonBlocking` and `cudaEventDisableTiming` (CUDA 13.0, `driver_types.h`).
    private static final int NON_BLOCKING = 1;

    private static final int DISABLE_TIMING = 2;

    private final LaunchTree tree;
    private final Set<Long> streams = new HashSet<>();
    private final Set<Long> events = new HashSet<>();

    DeviceStreams(LaunchTree tree) {
        this.tree = tree;
    }

    /// Creates a stream. Device code can create streams without a dependency on the null stream
    /// only (CUDA C++ Programming Guide 13.0, *CUDA dynamic parallelism*, *Streams*).
    CallResult createStream(DeviceRuntimeCall call) {
        requireFlags("a stream", call, NON_BLOCKING, "cudaStreamNonBlocking");
        return create(streams, call);
    }

    CallResult destroyStream(DeviceRuntimeCall call) {
        return destroy(streams, "stream", call.argument(0));
    }

    /// Creates an event. Events of device code have no time (likewise, *Events*).
    CallResult createEvent(DeviceRuntimeCall call) {
        requireFlags("an event", call, DISABLE_TIMING, "cudaEventDisableTiming");
        return create(events, call);
    }

    CallResult destroyEvent(DeviceRuntimeCall call) {
        return destroy(events, "event", call.argument(0));
    }

    private static CallResult destroy(Set<Long> known, String what, long handle) {
        if (!known.remove(handle)) {
            throw invalid(what, handle);
        }
        return succeeded();
    }

    private CallResult create(Set<Long> known, DeviceRuntimeCall call) {
        long handle = tree.newHandle();
        known.add(handle);
        call.store(call.argument(0), Long.BYTES, handle);
        return succeeded();
    }

    private static CallResult succeeded() {
        return CallResult.returned(RuntimeError.SUCCESS.code());
    }

    /// `cudaEventRecord(event, stream)`
    CallResult record(DeviceRuntimeCall call) {
        use(call.argument(0), call.argument(1));
        return succeeded();
    }

    /// `cudaStreamWaitEvent(stream, event, flags)`
    CallResult await(DeviceRuntimeCall call) {
        use(call.argument(1), call.argument(0));
        return succeeded();
    }

    private void use(long event, long stream) {
        if (!events.contains(event)) {
            throw invalid("event", event);
        }
        if (stream == TAIL_LAUNCH || stream == FIRE_AND_FORGET) {
            throw RuntimeError.INVALID_VALUE.failure(
                    "an event is used in %s when only other streams have events"
                            .formatted(
                                    stream == TAIL_LAUNCH
                                            ? "cudaStreamTailLaunch"
                                            : "cudaStreamFireAndForget"));
        }
        order(stream);
    }

    /// The order of work in a stream.
    Order order(long stream) {
        if (stream == TAIL_LAUNCH) {
            return Order.TAIL;
        }
        boolean isNamed = stream == NULL || stream == PER_THREAD || stream == FIRE_AND_FORGET;
        if (!isNamed && !streams.contains(stream)) {
            throw invalid("stream", stream);
        }
        return Order.STREAM;
    }

    private static void requireFlags(String what, DeviceRuntimeCall call, int wanted, String name) {
        long flags = call.argument(1);
        if (flags != wanted) {
            throw RuntimeError.INVALID_VALUE.failure(
                    "flags of %s are %d when they should be %s".formatted(what, flags, name));
        }
    }

    private static RuntimeError.Failure invalid(String what, long handle) {
        return RuntimeError.INVALID_RESOURCE_HANDLE.failure(
                "%s 0x%x is none that this grid has created".formatted(what, handle));
    }
}
