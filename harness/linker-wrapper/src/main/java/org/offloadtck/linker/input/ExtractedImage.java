package org.offloadtck.linker.input;

import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.plugin.image.TargetId;

/// A device image and its origin.
public record ExtractedImage(OffloadBinary.Image image, ImageOrigin origin) {

    public TargetId target() {
        var target = image.target();
        return new TargetId(target.triple(), target.arch());
    }
}
