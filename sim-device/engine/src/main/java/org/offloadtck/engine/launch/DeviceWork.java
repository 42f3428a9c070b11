package org.offloadtck.engine.launch;

import java.util.List;
import org.offloadtck.engine.deviceruntime.DeviceCommand;

/// What the threads of a launch have done with the CUDA device runtime.
///
/// @param commands the work that they have submitted, in the order of CTAs
/// @param problems the first of each instruction, in the order of CTAs
public record DeviceWork(List<DeviceCommand> commands, List<DeviceRuntimeProblem> problems) {

    public static final DeviceWork NONE = new DeviceWork(List.of(), List.of());

    public DeviceWork {
        commands = List.copyOf(commands);
        problems = List.copyOf(problems);
    }
}
