package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Located;

/// The images in a section of offload binaries. Offsets count from the start of the section.
///
/// @param ends the end of each binary and of each image, by its start
/// @param binaries the images of each binary, by the binary's start
record LinkedImages(TreeMap<Long, Long> ends, TreeMap<Long, List<Long>> binaries) {

    /// The images in `section`; empty if it has no offload binaries, or malformed ones.
    static LinkedImages in(Section section) {
        var images = new LinkedImages(new TreeMap<>(), new TreeMap<>());
        var contents = section.contents();
        if (OffloadBinary.startsIn(contents)) {
            try {
                OffloadBinary.parseAll(contents)
                        .forEach(binary -> images.add(binary, contents.base()));
            } catch (MalformedObjectException _) {
                return new LinkedImages(new TreeMap<>(), new TreeMap<>());
            }
        }
        return images;
    }

    private void add(Located located, long base) {
        long start = located.offset() - base;
        var starts = new ArrayList<Long>();
        ends.put(start, start + located.size());
        for (int image = 0; image < located.imageOffsets().size(); image++) {
            long offset = located.imageOffsets().get(image) - base;
            long size = located.binary().images().get(image).bytes().byteSize();
            ends.put(offset, offset + size);
            starts.add(offset);
        }
        binaries.put(start, starts);
    }

    /// The end of the binary or image that starts at `start`.
    OptionalLong endOf(long start) {
        var end = ends.get(start);
        return end == null ? OptionalLong.empty() : OptionalLong.of(end);
    }

    /// The images of which the first byte, or the first byte of their binary, is at `start`.
    List<Long> startingAt(long start) {
        var ofBinary = binaries.get(start);
        if (ofBinary != null) {
            return ofBinary;
        }
        return ends.containsKey(start) ? List.of(start) : List.of();
    }

    /// The start of the first image of the binary around `offset`.
    OptionalLong around(long offset) {
        var binary = binaries.floorEntry(offset);
        boolean isInside =
                binary != null
                        && offset < ends.getOrDefault(binary.getKey(), 0L)
                        && !binary.getValue().isEmpty();
        return isInside ? OptionalLong.of(binary.getValue().getFirst()) : OptionalLong.empty();
    }

    /// The starts of all images.
    List<Long> starts() {
        return binaries.values().stream().flatMap(List::stream).toList();
    }
}
