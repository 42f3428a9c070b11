package org.offloadtck.emulation.fallback;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.offloadtck.engine.device.DeviceSpec;

/// Explains why a program ran no kernel although device images are linked with it.
public final class HostFallback {

    private static final String PLUGIN =
            "libomptarget up to LLVM 18 finds its CUDA plugin only if LD_LIBRARY_PATH has the folder"
                    + " of libomptarget.rtl.cuda.so";

    private static final String GCC_PLUGIN =
            "libgomp finds its plugin libgomp-plugin-nvptx.so.1 in the folders of libraries or by"
                    + " LD_LIBRARY_PATH (Debian: package libgomp-plugin-nvptx1)";

    private static final String NO_REGION =
            "the program reached no target region, or an if clause or the default device kept its"
                    + " regions on the host";

    private static final String NO_CUDA_KERNEL =
            "the program launched none; if NVIDIA's CUDA runtime is linked into it (libcudart_static)"
                    + " and it is stripped and has fixed addresses (-no-pie), keep its symbols, or link"
                    + " it with -lcudart (-cudart=shared for nvcc)";

    private static final String TOOLKIT =
            "build with the ptxas of 'offload-tck toolkit DIR' (--cuda-path=DIR; for flang,"
                    + " DIR/bin first in PATH)";

    /// The reason for processes that searched for the plugin and did not load the driver.
    public static final String WITHOUT_PLUGIN = "the CUDA plugin was not found; " + PLUGIN;

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

        /// The process ended by a signal, `abort` or `_exit`, which says nothing of its regions.
        record Interrupted() implements Driver {}

        /// What is known of the driver if the process did not exit by itself.
        default Driver interrupted() {
            return switch (this) {
                case NotLoaded _, Loaded _, Interrupted _ -> new Interrupted();
                case WithoutDevice _ -> this;
            };
        }
    }

    /// The reason; empty if neither the program's file nor its libraries have device images, if a
    /// device was found and the images have no kernels, or if none is known.
    public static Optional<String> reason(
            ExecutedProgram program, DeviceSpec device, Driver driver) {
        return reason(program.withImages(), program.policy(), device, driver);
    }

    /// The reason for a process that has ended; empty if its files have no device images, or none
    /// is known.
    public static Optional<String> reason(ProcessFiles files, DeviceSpec device, Driver driver) {
        return reason(files.withImages(), files.policy(), device, driver);
    }

    static Optional<String> reason(
            List<ImageFile> files, String policy, DeviceSpec device, Driver driver) {
        if (files.isEmpty()) {
            return Optional.empty();
        }
        if (policy.equalsIgnoreCase("disabled")) {
            return Optional.of("OMP_TARGET_OFFLOAD is " + policy);
        }
        var images = files.stream().flatMap(file -> file.images().stream()).toList();
        var suitable = images.stream().filter(image -> image.suits(device.sm())).toList();
        if (suitable.isEmpty()) {
            return Optional.of(
                    "%s images for %s when the device %s takes sm_%d%s"
                            .formatted(
                                    subject(files),
                                    labels(images),
                                    device.name(),
                                    device.sm(),
                                    remedy(images)));
        }
        return areOfCuda(images) || suitable.stream().anyMatch(CarriedImage::isExecutable)
                ? reason(driver, images, files.stream().allMatch(HostFallback::hasNoKernels))
                : Optional.of(
                        "%s machine code for %s without PTX, which the simulated device does not execute; %s"
                                .formatted(subject(files), labels(suitable), TOOLKIT));
    }

    private static Optional<String> reason(
            Driver driver, List<CarriedImage> images, boolean hasNoKernels) {
        return switch (driver) {
            case Driver.Loaded _ when hasNoKernels -> Optional.empty();
            case Driver.NotLoaded _ ->
                    Optional.of("no process loaded libcuda.so.1" + plugin(images));
            case Driver.WithoutDevice(var reason) -> Optional.of(reason);
            case Driver.Loaded _ -> Optional.of(areOfCuda(images) ? NO_CUDA_KERNEL : NO_REGION);
            case Driver.Interrupted _ -> Optional.empty();
        };
    }

    private static boolean areOfCuda(List<CarriedImage> images) {
        return images.stream().allMatch(CarriedImage::isOfCuda);
    }

    /// Where the runtime of the images finds its plugin.
    private static String plugin(List<CarriedImage> images) {
        if (areOfCuda(images)) {
            return "";
        }
        return "; " + (images.stream().allMatch(CarriedImage::isOfGcc) ? GCC_PLUGIN : PLUGIN);
    }

    private static boolean hasNoKernels(ImageFile file) {
        return file.kernels() == ImageFile.Kernels.NONE;
    }

    /// The files and the verb.
    private static String subject(List<ImageFile> files) {
        var owners = files.stream().map(ImageFile::owner).collect(Collectors.joining(" and "));
        return owners + (files.size() == 1 ? " has" : " have");
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
