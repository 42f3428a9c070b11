package org.offloadtck.emulation.fallback;

import java.nio.file.Path;
import java.util.ArrayList;
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

    /// The reason; empty if neither the program's file nor its libraries have device images.
    public static Optional<String> reason(
            ExecutedProgram program, DeviceSpec device, Driver driver) {
        var owners = new ArrayList<String>();
        var images = new ArrayList<CarriedImage>();
        var files = program.files();
        for (var file : files) {
            var found = CarriedImage.in(file);
            if (!found.isEmpty()) {
                owners.add(owner(files.getFirst(), file));
                images.addAll(found);
            }
        }
        return images.isEmpty()
                ? Optional.empty()
                : Optional.of(reason(new Carried(owners, images), program, device, driver));
    }

    private static String reason(
            Carried carried, ExecutedProgram program, DeviceSpec device, Driver driver) {
        var images = carried.images();
        if (program.policy().equalsIgnoreCase("disabled")) {
            return "OMP_TARGET_OFFLOAD is " + program.policy();
        }
        if (images.stream().noneMatch(image -> image.suits(device.sm()))) {
            return "%s images for %s when the device %s takes %s%s"
                    .formatted(
                            carried.subject(),
                            labels(images),
                            device.name(),
                            "sm_" + device.sm(),
                            remedy(images));
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

    /// The images of a program.
    ///
    /// @param owners the files that have them
    private record Carried(List<String> owners, List<CarriedImage> images) {

        String subject() {
            return String.join(" and ", owners) + (owners.size() == 1 ? " has" : " have");
        }
    }

    private static String owner(Path program, Path file) {
        return file.equals(program) ? "the program" : "the library " + file.getFileName();
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
