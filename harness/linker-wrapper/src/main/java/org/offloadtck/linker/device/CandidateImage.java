package org.offloadtck.linker.device;

import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.input.ExtractedImage;

/// An image that may take part in a link, with the symbols that decide whether it does.
///
/// @param globals empty if they are unknown
record CandidateImage(ExtractedImage image, Optional<List<DeviceSymbol>> globals) {

    static CandidateImage of(ExtractedImage image) {
        return new CandidateImage(image, DeviceSymbol.of(image));
    }

    /// Whether the image has a programming model, whose runtime looks symbols up by name.
    boolean isOfAnOffloadKind() {
        return image.image().offloadKindCode() != 0;
    }
}
