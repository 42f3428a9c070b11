package org.offloadtck.object.check.observation;

import org.offloadtck.object.offload.OffloadBinary.Image;

/// A device image that a check found in a file.
///
/// @param carrier what contains it, such as `fat binary`
/// @param section its section; empty in a file without sections
/// @param carrierOffset offset of the carrier, in bytes from the start of the file
/// @param offset of the image, in bytes from the start of the file
public record ObservedImage(
        String carrier,
        String section,
        long carrierOffset,
        long offset,
        OffloadKindCode kind,
        Image image,
        ImageStage stage) {}
