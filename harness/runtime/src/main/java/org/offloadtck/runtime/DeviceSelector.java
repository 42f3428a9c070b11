package org.offloadtck.runtime;

import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.runtime.device.TargetDevice;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.launch.LaunchResult.Cause;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;

/// Selects the device of a construct under the offload policy.
///
/// Requirements: RG-21, RG-22, KL-05.
final class DeviceSelector {

    private static final long DEFAULT_DEVICE = -1;

    /// Where a construct runs.
    sealed interface Selection {

        record OnDevice(TargetDevice device) implements Selection {}

        record OnHost(HostFallback fallback) implements Selection {}
    }

    private final OffloadPolicy policy;
    private final List<TargetDevice> devices;
    private final DefaultDevices defaults = new DefaultDevices();
    private final RegisteredLibraries libraries;

    /// The policy after [OffloadPolicy#DEFAULT] was decided.
    private OffloadPolicy inForce;

    DeviceSelector(
            OffloadPolicy policy, List<TargetDevice> devices, RegisteredLibraries libraries) {
        this.policy = policy;
        this.inForce = policy;
        this.devices = devices;
        this.libraries = libraries;
    }

    DefaultDevices defaults() {
        return defaults;
    }

    /// Selects the device of a construct with device number `number`.
    ///
    /// @param source the construct, for diagnostics
    Selection select(long number, String source) {
        return isMandatory()
                ? mandatory(number == DEFAULT_DEVICE ? defaults.device() : number, source)
                : new Selection.OnHost(disabled());
    }

    /// Whether constructs must run on their devices. The first call decides
    /// [OffloadPolicy#DEFAULT].
    boolean isMandatory() {
        if (inForce == OffloadPolicy.DEFAULT) {
            inForce = anyImages() ? OffloadPolicy.MANDATORY : OffloadPolicy.DISABLED;
        }
        return switch (inForce) {
            case DISABLED -> false;
            case DEFAULT, MANDATORY -> true;
        };
    }

    private HostFallback disabled() {
        return switch (policy) {
            case DISABLED ->
                    new HostFallback(Cause.OFFLOADING_DISABLED, "OMP_TARGET_OFFLOAD is DISABLED");
            case DEFAULT, MANDATORY ->
                    new HostFallback(
                            Cause.NO_COMPATIBLE_DEVICE,
                            "none of %d devices accepted an image when the program began to offload%s"
                                    .formatted(devices.size(), targets()));
        };
    }

    /// Source of the messages: LLVM 16, `openmp/libomptarget/src/interface.cpp`.
    private Selection mandatory(long number, String source) {
        if (!anyImages()) {
            throw new OffloadException(
                    source,
                    0,
                    RuntimeRule.MANDATORY,
                    "failure of target construct while offloading is mandatory: none of %d devices accepts a registered image%s"
                            .formatted(devices.size(), targets()));
        }
        if (number == devices.size()) {
            return new Selection.OnHost(
                    new HostFallback(
                            Cause.INITIAL_DEVICE, "device %d is the host".formatted(number)));
        }
        return new Selection.OnDevice(device(number, source));
    }

    private TargetDevice device(long number, String source) {
        if (number < 0 || number >= devices.size()) {
            throw new OffloadException(
                    source,
                    0,
                    RuntimeRule.DEVICE_NUMBER,
                    "device is %d when there are %d".formatted(number, devices.size()));
        }
        TargetDevice device = devices.get((int) number);
        if (!device.hasImages()) {
            throw new OffloadException(
                    source,
                    0,
                    RuntimeRule.MANDATORY,
                    "failure of target construct while offloading is mandatory: %s accepts no registered image"
                            .formatted(device.id()));
        }
        return device;
    }

    /// The targets of the registered images, as the end of a message: in most cases the reason why
    /// no device accepts one.
    private String targets() {
        String targets =
                libraries.all().stream()
                        .flatMap(library -> library.images().stream())
                        .map(image -> image.program().target())
                        .map(target -> (target.triple() + " " + target.arch()).strip())
                        .distinct()
                        .collect(Collectors.joining(", "));
        return targets.isEmpty() ? ", and there is none" : "; there are some for " + targets;
    }

    private boolean anyImages() {
        return devices.stream().anyMatch(TargetDevice::hasImages);
    }
}
