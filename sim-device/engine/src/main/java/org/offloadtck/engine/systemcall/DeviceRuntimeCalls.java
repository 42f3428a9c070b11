package org.offloadtck.engine.systemcall;

import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.deviceruntime.CallResult;
import org.offloadtck.engine.deviceruntime.DeviceRuntime;
import org.offloadtck.engine.deviceruntime.GridRuntime;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.engine.thread.Warp;

/// Executes calls of the CUDA device runtime for the CTAs of a worker.
public final class DeviceRuntimeCalls {

    private final DeviceRuntime runtime;
    private final Listener listener;

    /// Receives the results of calls.
    public interface Listener {

        /// A lane has called a function.
        ///
        /// @param programCounter of the call
        void called(Warp warp, int lane, int programCounter, CallResult result);
    }

    DeviceRuntimeCalls(DeviceRuntime runtime, Listener listener) {
        this.runtime = runtime;
        this.listener = listener;
    }

    void execute(DeviceRuntimeFunction function, LaneCall call) {
        switch (runtime) {
            case DeviceRuntime.Absent _ ->
                    throw new LaneFault(
                            FaultKind.UNSUPPORTED,
                            call.lane(),
                            "function '%s' of the CUDA device runtime is called when only launches of the emulated driver have it"
                                    .formatted(function.symbol()));
            case GridRuntime grid -> {
                var result = result(grid, function, call);
                call.result(result.value());
                listener.called(call.warp(), call.lane(), call.group().pc(), result);
            }
        }
    }

    private static CallResult result(
            GridRuntime grid, DeviceRuntimeFunction function, LaneCall call) {
        try {
            return grid.execute(function, call);
        } catch (UnsupportedKernelException unsupported) {
            throw new LaneFault(
                    FaultKind.UNSUPPORTED, call.lane(), String.valueOf(unsupported.getMessage()));
        }
    }

    /// The result of an allocation that failed.
    long outOfMemory(LaneCall call) {
        return switch (runtime) {
            case DeviceRuntime.Absent _ -> GridRuntime.OUT_OF_MEMORY;
            case GridRuntime grid -> grid.outOfMemory(call);
        };
    }
}
