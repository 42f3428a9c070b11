package org.offloadtck.linker.device;

import java.util.List;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkDiagnostic;

/// The device images that take part in a link.
///
/// @param images in the order in which they are taken
/// @param groups the same by target, in the order in which linked images are wrapped; an image is
///   in the group of every target for which it is linked
/// @param warnings defects of the selection
public record DeviceInput(
        List<ExtractedImage> images, List<TargetGroup> groups, List<LinkDiagnostic> warnings) {

    /// No images.
    public static final DeviceInput NONE = new DeviceInput(List.of(), List.of(), List.of());

    public DeviceInput {
        images = List.copyOf(images);
        groups = List.copyOf(groups);
        warnings = List.copyOf(warnings);
    }
}
