package org.offloadtck.runtime.registration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Device;

/// Which image of a library a device loads.
public record ImageSelection(AbiProfile.RuntimeAbi abi) {

    /// Chooses among the images `device` accepts.
    ///
    /// @param own the images of the library that is being registered
    /// @param earlier those of the libraries registered before, in that order: some editions look
    ///   at them too
    public Optional<HostImage> imageFor(
            Device device, List<HostImage> own, List<HostImage> earlier) {
        var compatible = new ArrayList<HostImage>();
        for (HostImage image : candidates(own, earlier)) {
            if (device.accepts(image.program())) {
                compatible.add(image);
            }
        }
        if (compatible.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (abi.imageChoice()) {
                    case FIRST_COMPATIBLE -> compatible.getFirst();
                    case LAST_COMPATIBLE -> compatible.getLast();
                });
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
