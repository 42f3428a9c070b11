package org.offloadtck.linker.device;

import java.util.List;
import org.offloadtck.linker.extract.ExtractedImage;

/// The device images that take part in a link.
///
/// @param images in the order in which they are taken
/// @param groups the same by target, in the order in which linked images are wrapped; an image is
///   in the group of every target it is linked for
public record DeviceInput(List<ExtractedImage> images, List<TargetGroup> groups) {

    public DeviceInput {
        images = List.copyOf(images);
        groups = List.copyOf(groups);
    }
}
