package org.offloadtck.runtime.registration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.CudaImageCompatibility;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.image.ProgramImage;

/// Selects the image of a library that a device loads.
///
/// Requirements: RG-07, RG-17.
///
/// @param devices all devices of the runtime
public record ImageSelection(AbiProfile.RuntimeAbi abi, List<Device> devices) {

    public ImageSelection {
        devices = List.copyOf(devices);
    }

    /// The image for `device`, chosen among the images that it accepts, or that every device of its
    /// plugin accepts if the edition requires that.
    ///
    /// @param own the images of the library that is being registered
    /// @param earlier the images of the libraries registered before, in order; some editions
    ///   consider them too
    public Optional<HostImage> imageFor(
            Device device, List<HostImage> own, List<HostImage> earlier) {
        List<HostImage> fitting =
                candidates(own, earlier).stream().filter(image -> fits(device, image)).toList();
        if (fitting.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (abi.imageChoice()) {
                    case FIRST_COMPATIBLE -> fitting.getFirst();
                    case LAST_COMPATIBLE -> fitting.getLast();
                });
    }

    private boolean fits(Device device, HostImage image) {
        return !isRejected(image.program()) && takes(device, image);
    }

    /// Whether the edition's CUDA plugin rejects an image by its header, on any device.
    private boolean isRejected(ProgramImage image) {
        return CudaImageCompatibility.rejectionReason(
                        abi.cudaImages(),
                        ObjectBytes.of(image.source(), image.bytes()),
                        image.target().arch())
                .isPresent();
    }

    private boolean takes(Device device, HostImage image) {
        return switch (abi.imageFit()) {
            case ITS_DEVICE -> device.accepts(image.program());
            case EVERY_DEVICE ->
                    devices.stream()
                            .filter(other -> plugin(other).equals(plugin(device)))
                            .allMatch(other -> other.accepts(image.program()));
        };
    }

    /// The plugin's name is the part of a device's id before the colon.
    private static String plugin(Device device) {
        String id = device.description().id();
        int end = id.indexOf(':');
        return end < 0 ? id : id.substring(0, end);
    }

    private List<HostImage> candidates(List<HostImage> own, List<HostImage> earlier) {
        return switch (abi.registration()) {
            case OWN_IMAGES -> own;
            case ALL_IMAGES -> {
                var all = new ArrayList<>(earlier);
                all.addAll(own);
                yield all;
            }
        };
    }
}
