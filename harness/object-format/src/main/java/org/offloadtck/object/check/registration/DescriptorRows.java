package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.FileMemory;

/// The rows of images of a descriptor.
///
/// @param count `NumDeviceImages`
/// @param rows the first of the counted rows that can be rows, in order
record DescriptorRows(SectionOffset descriptor, long count, List<SectionOffset> rows) {

    /// Reads the rows of a descriptor.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the descriptor is not in its
    ///   section
    static DescriptorRows of(FileMemory memory, SectionOffset descriptor) {
        long count =
                BinaryDescriptor.parse(memory.section(descriptor).contents(), descriptor.offset())
                        .deviceImageCount();
        var rows = new ArrayList<SectionOffset>();
        var field = DescriptorFinder.field(descriptor, DescriptorCheck.DEVICE_IMAGES);
        if (memory.pointer(field) instanceof Place(var table)) {
            for (long row = 0; row < count; row++) {
                var place = DescriptorFinder.field(table, row * DeviceImage.SIZE);
                if (!isRow(memory, place, descriptor)) {
                    break;
                }
                rows.add(place);
            }
        }
        return new DescriptorRows(descriptor, count, List.copyOf(rows));
    }

    /// Whether a row of images can be at `place`: it does not overlap the descriptor, and its first
    /// pointer is one.
    private static boolean isRow(FileMemory memory, SectionOffset place, SectionOffset descriptor) {
        boolean overlaps =
                place.section() == descriptor.section()
                        && place.offset() < descriptor.offset() + BinaryDescriptor.SIZE
                        && descriptor.offset() < place.offset() + DeviceImage.SIZE;
        boolean isInside =
                place.offset() >= 0
                        && place.offset() + DeviceImage.SIZE
                                <= memory.section(place).contents().size();
        return !overlaps && isInside && memory.pointer(place) instanceof Place;
    }
}
