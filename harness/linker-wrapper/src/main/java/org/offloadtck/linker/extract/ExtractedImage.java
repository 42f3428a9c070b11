package org.offloadtck.linker.extract;

import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.plugin.TargetId;

/// A device image, and where it was found.
public record ExtractedImage(OffloadBinary.Image image, Origin origin) {

    public TargetId target() {
        var target = image.target();
        return new TargetId(target.triple(), target.arch());
    }
}
