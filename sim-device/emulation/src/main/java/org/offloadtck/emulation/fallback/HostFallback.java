package org.offloadtck.emulation.fallback;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.offloadtck.engine.device.DeviceSpec;

/// Explains why a program ran no kernel although device images are linked with it.
public final class HostFallback {

    private HostFallback() {}

    /// What the processes of the run had of the CUDA driver.
    public sealed interface Driver {

        /// No process loaded it.
        record NotLoaded() implements Driver {}

        /// A process loaded it and found no device.
        ///
        /// @param reason why there is none
        record WithoutDevice(String reason) implements Driver {}

        /// A process loaded it and found a device.
        record Loaded() implements Driver {}
    }

    /// The reason; empty if the program's file has no device images.
    public static Optional<String> reason(
            ExecutedProgram program, DeviceSpec device, Driver driver) {
        return program.bytes()
                .map(file -> CarriedImage.in(program.name(), file))
                .filter(images -> !images.isEmpty())
                .map(images -> reason(images, program, device, driver));
    }

    private static String reason(
            List<CarriedImage> images, ExecutedProgram program, DeviceSpec device, Driver driver) {
        if (program.policy().equalsIgnoreCase("disabled")) {
            return "OMP_TARGET_OFFLOAD is " + program.policy();
        }
        if (images.stream().noneMatch(image -> image.suits(device.sm()))) {
            return "the program has images for %s when the device %s takes %s%s"
                    .formatted(labels(images), device.name(), "sm_" + device.sm(), remedy(images));
        }
        return switch (driver) {
            case Driver.NotLoaded _ ->
                    "no process loaded libcuda.so.1; libomptarget up to LLVM 18 finds its CUDA"
                            + " plugin only if LD_LIBRARY_PATH has the folder of"
                            + " libomptarget.rtl.cuda.so";
            case Driver.WithoutDevice(var reason) -> reason;
            case Driver.Loaded _ ->
                    "the program reached no target region, or an if clause or the default device"
                            + " kept its regions on the host";
        };
    }

    /// The devices that take one of the images.
    private static String remedy(List<CarriedImage> images) {
        var devices =
                DeviceSpec.all().stream()
                        .filter(device -> images.stream().anyMatch(one -> one.suits(device.sm())))
                        .map(device -> "--device=" + device.name())
                        .collect(Collectors.joining(" or "));
        return devices.isEmpty() ? "" : "; use " + devices;
    }

    private static String labels(List<CarriedImage> images) {
        return images.stream()
                .map(CarriedImage::label)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
