package org.offloadtck.linker.device;

import java.util.List;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

/// The images that are linked together for one target.
///
/// @param images in the order they were extracted; at least one
public record TargetGroup(TargetId target, List<ExtractedImage> images) {

    public TargetGroup {
        images = List.copyOf(images);
        if (images.isEmpty()) {
            throw new IllegalArgumentException("a target nothing is linked for: " + target);
        }
    }

    /// The images as inputs of a device linker, named after the files they come from.
    public List<DeviceLinker.Input> linkerInputs() {
        return images.stream()
                .map(image -> new DeviceLinker.Input(image.origin().file(), image.image().bytes()))
                .toList();
    }
}
