package org.offloadtck.linker.device;

import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.extract.ExtractedImage;

/// An image that may take part in a link, with the symbols by which that is decided.
///
/// @param globals empty where they are not known
record Candidate(ExtractedImage image, Optional<List<DeviceSymbol>> globals) {

    static Candidate of(ExtractedImage image) {
        return new Candidate(image, DeviceSymbol.of(image));
    }

    /// Whether the image is of a programming model whose runtime looks symbols up by name.
    boolean isOfAnOffloadKind() {
        return image.image().offloadKindCode() != 0;
    }
}
