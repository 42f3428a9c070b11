package org.offloadtck.object.elf;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.Section;

/// Finds bytes between the parts of an ELF file that are not zero, so that a writer can keep them.
final class GapFinder {

    private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[4096]).asReadOnly();

    private GapFinder() {}

    private record Range(long start, long end) {}

    static List<FileLayout.Gap> in(
            ObjectBytes file, List<Section> sections, FileLayout layout, int programHeaders) {
        var parts = new ArrayList<Range>();
        parts.add(new Range(0, FileHeader.PADDING));
        parts.add(new Range(FileHeader.IDENT, FileHeader.SIZE));
        parts.add(part(layout.programHeaders(), (long) programHeaders * ProgramHeader.SIZE));
        parts.add(part(layout.sectionHeaders(), (long) sections.size() * SectionHeader.SIZE));
        for (int index = 0; index < sections.size(); index++) {
            long size = sections.get(index).contents().size();
            parts.add(part(layout.sections().get(index).offset(), size));
        }
        parts.add(new Range(file.size(), file.size()));
        return between(file, parts);
    }

    private static Range part(long offset, long size) {
        return size == 0 ? new Range(0, 0) : new Range(offset, offset + size);
    }

    private static List<FileLayout.Gap> between(ObjectBytes file, List<Range> parts) {
        var fillers = new ArrayList<FileLayout.Gap>();
        long covered = 0;
        parts.sort(Comparator.comparingLong(Range::start));
        for (Range part : parts) {
            if (part.start() > covered && !isZero(file, covered, part.start())) {
                ObjectBytes gap = file.window(covered, part.start() - covered, "filler");
                fillers.add(new FileLayout.Gap(covered, gap));
            }
            covered = Math.max(covered, part.end());
        }
        return List.copyOf(fillers);
    }

    private static boolean isZero(ObjectBytes file, long start, long end) {
        var bytes = file.bytes();
        for (long at = start; at < end; at += ZEROS.byteSize()) {
            long size = Math.min(end - at, ZEROS.byteSize());
            if (MemorySegment.mismatch(bytes, at, at + size, ZEROS, 0, size) >= 0) {
                return false;
            }
        }
        return true;
    }
}
