package org.offloadtck.object.check.registration;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.FileMemory;

/// Compares the rows of all descriptors of a file with the linked images of the file.
///
/// Requirement: OC-42.
final class ImageRowCheck {

    private static final int IMAGE_END = 8;

    private final FileMemory memory;
    private final Observations observations;
    private final DescriptorFinder finder;

    /// The linked images of each section of offload binaries.
    private final Map<Integer, LinkedImages> images = new HashMap<>();

    /// The row of each image that has one, by the image's first byte.
    private final Map<SectionOffset, SectionOffset> rows = new HashMap<>();

    /// The first descriptor with a row for each section of images.
    private final Map<Integer, SectionOffset> owners = new HashMap<>();

    private final Set<SectionOffset> starting = new HashSet<>();
    private boolean isFaulty;

    ImageRowCheck(FileMemory memory, Observations observations) {
        this.memory = memory;
        this.observations = observations;
        this.finder = new DescriptorFinder(memory);
    }

    /// Checks the rows of all descriptors.
    void read(List<SectionOffset> descriptors) {
        for (var descriptor : descriptors) {
            try {
                rows(descriptor);
            } catch (MalformedObjectException _) {
                isFaulty = true; // [DescriptorCheck] reports it.
            }
        }
        if (!isFaulty) {
            descriptors.stream().findFirst().ifPresent(this::unnamed);
        }
    }

    /// The rows that start at an image.
    Set<SectionOffset> starting() {
        return starting;
    }

    private void rows(SectionOffset descriptor) {
        var read = DescriptorRows.of(memory, descriptor);
        isFaulty |= read.rows().size() < read.count();
        for (var row : read.rows()) {
            if (memory.pointer(row) instanceof Place(var start)) {
                owners.putIfAbsent(start.section(), descriptor);
                row(row, start);
            }
        }
        if (!read.rows().isEmpty() && read.rows().size() < read.count()) {
            count(
                    descriptor,
                    "NumDeviceImages is %d when there are %d rows of images"
                            .formatted(read.count(), read.rows().size()));
        }
    }

    private void count(SectionOffset descriptor, String problem) {
        add(RegistrationRule.IMAGE_COUNT, descriptor, problem);
    }

    private void add(RegistrationRule rule, SectionOffset field, String problem) {
        isFaulty = true;
        observations.add(rule, memory.section(field).name(), memory.fileOffset(field), problem);
    }

    private void row(SectionOffset row, SectionOffset start) {
        var endField = DescriptorFinder.field(row, IMAGE_END);
        var end = memory.end(endField);
        if (isReversed(start, memory.pointer(endField))) {
            bounds(
                    row,
                    "ImageStart is %s and ImageEnd %s, when the start should be before the end"
                            .formatted(
                                    label(memory.pointer(row)), label(memory.pointer(endField))));
        } else if (end.isEmpty() || end.get().section() != start.section()) {
            bounds(endField, "ImageEnd is not in the section of ImageStart, %s", start);
        } else {
            range(row, start, end.get());
        }
    }

    /// Whether the end is not after the start.
    private boolean isReversed(SectionOffset start, CodeValue end) {
        return end instanceof Place(var place)
                && (memory.isLinked()
                        ? memory.address(place) <= memory.address(start)
                        : place.section() == start.section() && place.offset() <= start.offset());
    }

    /// An address; in an object, the section and the offset into it.
    private String label(CodeValue value) {
        if (!(value instanceof Place(var place))) {
            return "null";
        }
        return memory.isLinked()
                ? "0x%x".formatted(memory.address(place))
                : "%s+0x%x".formatted(memory.section(place).name(), place.offset());
    }

    private void bounds(SectionOffset field, String format, SectionOffset target) {
        bounds(field, format.formatted(memory.section(target).name()));
    }

    private void bounds(SectionOffset field, String problem) {
        add(RegistrationRule.IMAGE_BOUNDS, field, problem);
    }

    private void range(SectionOffset row, SectionOffset start, SectionOffset end) {
        var linked = imagesOf(start.section());
        var expected = linked.endOf(start.offset());
        if (expected.isEmpty()) {
            start(row, start, linked);
        } else if (end.offset() != expected.getAsLong()) {
            bounds(
                    DescriptorFinder.field(row, IMAGE_END),
                    "ImageEnd is 0x%x when the image ends at 0x%x"
                            .formatted(
                                    memory.fileOffset(end), inFile(start, expected.getAsLong())));
        }
        for (long image : linked.startingAt(start.offset())) {
            once(row, in(start, image));
        }
    }

    /// Checks the start of a row at which no offload binary or image of one starts. A section
    /// without offload binaries has raw images.
    private void start(SectionOffset row, SectionOffset start, LinkedImages linked) {
        var around = linked.around(start.offset());
        if (around.isPresent()) {
            bounds(
                    row,
                    "ImageStart is 0x%x when the image starts at 0x%x"
                            .formatted(
                                    memory.fileOffset(start), inFile(start, around.getAsLong())));
        } else if (finder.isImage(start)) {
            once(row, start);
        } else if (finder.isText(start)) {
            observations.skip(
                    "registered image at 0x%x: it is text of no known format"
                            .formatted(memory.fileOffset(start)));
            once(row, start);
        } else {
            bounds(row, "ImageStart points into %s, when an image should start there", start);
        }
    }

    private void once(SectionOffset row, SectionOffset image) {
        starting.add(row);
        var other = rows.putIfAbsent(image, row);
        if (other != null) {
            add(
                    RegistrationRule.REPEATED_IMAGE,
                    row,
                    "the row has the image at 0x%x, as the row at 0x%x has"
                            .formatted(memory.fileOffset(image), memory.fileOffset(other)));
        }
    }

    private static SectionOffset in(SectionOffset place, long offset) {
        return new SectionOffset(place.section(), offset);
    }

    private long inFile(SectionOffset place, long offset) {
        return memory.fileOffset(in(place, offset));
    }

    private LinkedImages imagesOf(int section) {
        return images.computeIfAbsent(
                section, index -> LinkedImages.in(memory.object().sections().get(index)));
    }

    /// The descriptor whose rows name images of a section.
    private Optional<SectionOffset> owner(int section) {
        return Optional.ofNullable(owners.get(section));
    }

    /// Reports the linked images without a row.
    private void unnamed(SectionOffset descriptor) {
        for (int index = 0; index < memory.object().sections().size(); index++) {
            var section = memory.object().sections().get(index);
            if (!section.type().equals(SectionType.LLVM_OFFLOADING)
                    || !section.has(SectionFlag.ALLOC)) {
                continue;
            }
            int of = index;
            var all = imagesOf(index).starts();
            long missing =
                    all.stream()
                            .filter(start -> !rows.containsKey(new SectionOffset(of, start)))
                            .count();
            if (missing > 0) {
                count(
                        owner(index).orElse(descriptor),
                        "the rows of descriptors name %d images of %s, which has %d"
                                .formatted(all.size() - missing, section.name(), all.size()));
            }
        }
    }
}
