package org.offloadtck.engine.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.engine.deviceruntime.CallResult;
import org.offloadtck.engine.deviceruntime.DeviceCommand;
import org.offloadtck.engine.launch.DeviceRuntimeProblem;
import org.offloadtck.engine.launch.DeviceWork;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.systemcall.DeviceRuntimeCalls;
import org.offloadtck.engine.thread.Warp;

/// What the CTAs of a worker have done with the device runtime: the work that they have submitted,
/// and the first problem of each instruction.
final class DeviceWorkLog implements DeviceRuntimeCalls.Listener {

    private final GridLaunch launch;
    private final List<DeviceCommand> commands = new ArrayList<>();

    /// By the place in the PTX.
    private final Map<CodeLocation, DeviceRuntimeProblem> problems = new LinkedHashMap<>();

    DeviceWorkLog(GridLaunch launch) {
        this.launch = launch;
    }

    @Override
    public void called(Warp warp, int lane, int programCounter, CallResult result) {
        commands.addAll(result.commands());
        for (var problem : result.problems()) {
            var location = launch.location(programCounter);
            problems.putIfAbsent(
                    location,
                    new DeviceRuntimeProblem(launch.thread(warp, lane), location, problem));
        }
    }

    DeviceWork work() {
        return commands.isEmpty() && problems.isEmpty()
                ? DeviceWork.NONE
                : new DeviceWork(commands, List.copyOf(problems.values()));
    }

    void clear() {
        commands.clear();
        problems.clear();
    }
}
