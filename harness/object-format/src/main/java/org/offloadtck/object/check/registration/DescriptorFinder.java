package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.CodeValue.Imported;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.FileMemory;

/// Recognises descriptors by their structure: a count, a pointer to rows of images, and the bounds
/// of entries.
final class DescriptorFinder {

    /// More images than any wrapper writes: one for each architecture of each target.
    private static final long MAX_IMAGES = 1 << 16;

    /// Bytes of an image that suffice to recognise its format.
    private static final int MAGIC = 16;

    private final FileMemory memory;

    DescriptorFinder(FileMemory memory) {
        this.memory = memory;
    }

    /// The structures in the data of the file that name at least one image.
    List<SectionOffset> all() {
        var found = new ArrayList<SectionOffset>();
        for (int index = 0; index < memory.object().sections().size(); index++) {
            var section = memory.object().sections().get(index);
            if (isData(section)) {
                find(found, index, section);
            }
        }
        return found;
    }

    private static boolean isData(Section section) {
        return section.type().equals(SectionType.PROGBITS)
                && section.has(SectionFlag.ALLOC)
                && !section.has(SectionFlag.EXECINSTR);
    }

    private void find(List<SectionOffset> found, int index, Section section) {
        long last = section.contents().size() - BinaryDescriptor.SIZE;
        for (long at = 0; at <= last; at += Long.BYTES) {
            if (hasCount(section.contents(), at) && namesImage(new SectionOffset(index, at))) {
                found.add(new SectionOffset(index, at));
            }
        }
    }

    private static boolean hasCount(ObjectBytes contents, long at) {
        long count = contents.i64(at, "NumDeviceImages");
        return count > 0 && count < MAX_IMAGES;
    }

    /// Whether the first row of images starts at an image.
    private boolean namesImage(SectionOffset place) {
        try {
            return memory.pointer(field(place, DescriptorCheck.DEVICE_IMAGES))
                            instanceof Place(var rows)
                    && isData(memory.section(rows))
                    && rows.offset() + DeviceImage.SIZE <= memory.section(rows).contents().size()
                    && memory.pointer(rows) instanceof Place(var image)
                    && isImage(image);
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    /// Whether a known format of images starts at `place`.
    boolean isImage(SectionOffset place) {
        var contents = memory.section(place).contents();
        long rest = contents.size() - place.offset();
        if (place.offset() < 0 || rest < MAGIC) {
            return false;
        }
        var magic = contents.window(place.offset(), MAGIC, "image");
        return OffloadBinary.startsIn(magic)
                || ImageKind.ofContent(magic.toByteArray()) != ImageKind.NONE;
    }

    /// Whether text starts at `place`, such as the OpenCL C of an image of the reference pipeline.
    boolean isText(SectionOffset place) {
        var contents = memory.section(place).contents();
        long rest = contents.size() - place.offset();
        if (place.offset() < 0 || rest < MAGIC) {
            return false;
        }
        for (byte each : contents.window(place.offset(), MAGIC, "image").toByteArray()) {
            if ((each < ' ' && each != '\n' && each != '\t') || each == 0x7f) {
                return false;
            }
        }
        return true;
    }

    /// Whether the bytes at `place` can be a descriptor, complete or not: a count that is no
    /// pointer, then pointers to rows and to the start or end of entries.
    boolean isPlausible(SectionOffset place) {
        try {
            BinaryDescriptor.parse(memory.section(place).contents(), place.offset());
            long count = memory.section(place).contents().i64(place.offset(), "NumDeviceImages");
            return memory.relocation(place).isEmpty()
                    && count >= 0
                    && count < MAX_IMAGES
                    && isPointer(field(place, DescriptorCheck.DEVICE_IMAGES))
                    && (isPointer(field(place, DescriptorCheck.HOST_ENTRIES_BEGIN))
                            || isPointer(field(place, DescriptorCheck.HOST_ENTRIES_END)));
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    private boolean isPointer(SectionOffset place) {
        return switch (memory.pointer(place)) {
            case Place _, Imported _ -> true;
            case CodeValue.Constant(var number) -> number == 0 || memory.end(place).isPresent();
            case CodeValue.Unknown _, CodeValue.Incoming _ -> false;
        };
    }

    static SectionOffset field(SectionOffset structure, long offset) {
        return new SectionOffset(structure.section(), structure.offset() + offset);
    }
}
