package org.offloadtck.launch.simulate;

import java.util.stream.Collectors;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.ptx.ir.PtxModule;

/// The device that a program is simulated on.
public sealed interface DeviceSelection {

    /// The oldest device whose architecture executes the program.
    enum Oldest implements DeviceSelection {
        OLDEST
    }

    /// A device of the caller's choice.
    record Given(DeviceSpec spec) implements DeviceSelection {}

    /// The figures of the device.
    ///
    /// @throws SimulationException if the device does not execute the program
    default DeviceSpec specFor(PtxModule program) {
        return switch (this) {
            case Oldest _ ->
                    DeviceSpec.all().stream()
                            .filter(spec -> program.target().runsOn(spec.sm()))
                            .findFirst()
                            .orElseThrow(() ->
                                    unsupported(program, "the devices are " + knownDevices()));
            case Given(var spec) -> {
                if (!program.target().runsOn(spec.sm())) {
                    throw unsupported(
                            program, "device %s is sm_%d".formatted(spec.name(), spec.sm()));
                }
                yield spec;
            }
        };
    }

    private static SimulationException unsupported(PtxModule program, String devices) {
        return new SimulationException(
                "%s: is for %s when %s"
                        .formatted(program.source(), program.target().architecture(), devices));
    }

    /// Name and architecture of each device, for messages: `t4 (sm_75), …`.
    static String knownDevices() {
        return DeviceSpec.all().stream()
                .map(spec -> "%s (sm_%d)".formatted(spec.name(), spec.sm()))
                .collect(Collectors.joining(", "));
    }
}
