package org.offloadtck.implementation;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.image.TargetId;

/// The selection of a program's device code for a device and a profile.
public sealed interface DeviceCodeChoice {

    record Chosen(DeviceCode code) implements DeviceCodeChoice {}

    /// No device code of the program runs on the device.
    ///
    /// @param reason the missing device code, and the code that exists
    record Unsupported(String reason) implements DeviceCodeChoice {}

    /// Selects the first code for the device's triple that has the profile's device ABI and was
    /// compiled with `optimization`. Code without a device runtime matches every ABI; source
    /// matches every optimization. The architecture is not compared: the device checks the image.
    static DeviceCodeChoice of(
            CorpusProgram program, Device device, AbiProfile profile, String optimization) {
        for (var need : program.needs()) {
            if (!device.capabilities().contains(need)) {
                return new Unsupported(
                        "%s needs %s, which %s lacks"
                                .formatted(program.name(), need, device.description().id()));
            }
        }
        var triple = device.description().target().triple();
        var abi = profile.runtime().deviceAbi();
        return program.deviceCode().stream()
                .filter(code -> code.target().triple().equals(triple))
                .filter(code -> code.suits(abi, optimization))
                .findFirst()
                .<DeviceCodeChoice>map(Chosen::new)
                .orElseGet(() ->
                        new Unsupported(
                                "%s has no code for %s of device ABI %s at %s; it has %s"
                                        .formatted(
                                                program.name(),
                                                triple,
                                                abi,
                                                optimization,
                                                offered(program))));
    }

    /// Selects for each target, in the program's order, the first code that has the profile's
    /// device ABI and was compiled with `optimization`.
    static List<DeviceCode> forEachTarget(
            CorpusProgram program, AbiProfile profile, String optimization) {
        var abi = profile.runtime().deviceAbi();
        var chosen = new LinkedHashMap<TargetId, DeviceCode>();
        program.deviceCode().stream()
                .filter(code -> code.suits(abi, optimization))
                .forEach(code -> chosen.putIfAbsent(code.target(), code));
        return List.copyOf(chosen.values());
    }

    private static String offered(CorpusProgram program) {
        return program.deviceCode().stream().map(DeviceCode::toString).collect(joining(", "));
    }
}
