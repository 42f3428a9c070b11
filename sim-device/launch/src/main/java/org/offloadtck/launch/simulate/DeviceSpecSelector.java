package org.offloadtck.launch.simulate;

import java.util.stream.Collectors;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.ptx.ir.PtxModule;

/// Which device a program runs on.
final class DeviceSpecSelector {

    private DeviceSpecSelector() {}

    /// @param word a name, an architecture, or nothing
    static DeviceSpec of(String word, PtxModule program) {
        int needed = program.target().number();
        var device =
                DeviceSpec.all().stream()
                        .filter(spec -> word.isEmpty() ? spec.sm() >= needed : spec.isCalled(word))
                        .findFirst()
                        .orElseThrow(() -> unknown(word, program));
        if (device.sm() < needed) {
            throw new SimulationException(
                    "%s: is for %s when device %s runs sm_%d and before"
                            .formatted(
                                    program.source(),
                                    program.target().architecture(),
                                    device.name(),
                                    device.sm()));
        }
        return device;
    }

    private static SimulationException unknown(String word, PtxModule program) {
        var devices =
                DeviceSpec.all().stream()
                        .map(spec -> "%s (sm_%d)".formatted(spec.name(), spec.sm()))
                        .collect(Collectors.joining(", "));
        return word.isEmpty()
                ? new SimulationException(
                        "%s: is for %s when the devices are %s"
                                .formatted(
                                        program.source(), program.target().architecture(), devices))
                : new SimulationException(
                        "--device is '%s' when the devices are %s".formatted(word, devices));
    }
}
