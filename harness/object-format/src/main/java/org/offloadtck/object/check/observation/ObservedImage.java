package org.offloadtck.object.check.observation;

import org.offloadtck.object.offload.OffloadBinary.Image;

/// A device image that a check found in a file.
///
/// @param carrier what contains it, such as `fat binary`
/// @param section its section; empty in a file without sections
/// @param carrierOffset offset of the carrier, in bytes from the start of the file
/// @param offset of the image, in bytes from the start of the file
/// @param entryOffset of the entry that states kinds and target, in bytes from the start of the
///   file; equal to `offset` if the carrier has none
public record ObservedImage(
        String carrier,
        String section,
        long carrierOffset,
        long offset,
        OffloadKindCode kind,
        Image image,
        ImageStage stage,
        long entryOffset) {

    /// An image whose carrier has no entry for it.
    public ObservedImage(
            String carrier,
            String section,
            long carrierOffset,
            long offset,
            OffloadKindCode kind,
            Image image,
            ImageStage stage) {
        this(carrier, section, carrierOffset, offset, kind, image, stage, offset);
    }
}
